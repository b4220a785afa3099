// Runs in processes started by parse-in-process.ts.

import type { Locale } from '#shared/contracts/primitives.ts'
import { type ParsedAd, parseAd } from '../ads/parse-ad.ts'
import { type RenderedMarkdown, renderMarkdown } from '../markdown/render-markdown.ts'

/** The text of an article, or strings of an ad system. */
export type ParseJob = { source: string; title: string; locale: Locale } | { ads: string[] }

/** For strings, the results in their order. */
export type Parsed = RenderedMarkdown | ParsedAd[]

export const work = (job: ParseJob): Parsed =>
  'ads' in job ? job.ads.map(parseAd) : renderMarkdown(job.source, job.title, job.locale)
