// A thread of its own, started by parse-in-thread.ts: reads each text or ad string that it is sent.

import type { Locale } from '#shared/contracts/primitives.ts'
import { answerJobs } from '#shared/threads/answer-jobs.ts'
import { type ParsedAd, parseAd } from '../ads/parse-ad.ts'
import { type RenderedMarkdown, renderMarkdown } from '../articles/render-markdown.ts'

/** The text of an article, or strings of an ad system. */
export type ParseJob = { source: string; title: string; locale: Locale } | { ads: string[] }

/** In the order of the strings. */
export type Parsed = RenderedMarkdown | ParsedAd[]

answerJobs(
  (job: ParseJob): Parsed =>
    'ads' in job ? job.ads.map(parseAd) : renderMarkdown(job.source, job.title, job.locale),
)
