import { createThreads } from '#shared/threads/create-threads.ts'
import type { ParsedAd } from '../ads/parse-ad.ts'
import type { MarkdownRenderer, RenderedMarkdown } from '../markdown/render-markdown.ts'
import type { Parsed, ParseJob } from './parse-thread.ts'

/** In UTF-16 units. Less takes a few milliseconds, and starting a thread many more. */
const LARGE = 32_000

export const isLarge = (units: number) => units > LARGE

/** The thread ends by itself when it is idle. */
const threads = createThreads<ParseJob, Parsed>({
  script: new URL('./parse-thread.ts', import.meta.url),
  job: 'text',
  threads: 1,
  maxWaiting: 16,
  idleMs: 30_000,
  // The longest accepted text needs a hundredth of this, unless the machine is busy.
  jobMs: 30_000,
  memoryMb: 128,
})

/**
 * `renderMarkdown` in another thread.
 *
 * @throws {SiteError} `unavailable` when it takes too long or too many jobs are waiting
 */
export const renderInThread = async (
  ...[source, title, locale]: Parameters<MarkdownRenderer>
): Promise<RenderedMarkdown> => {
  const parsed = await threads.run({ source, title, locale })
  if (Array.isArray(parsed)) throw new Error('The parsing thread returned ads instead of texts')
  return parsed
}

/** Parses ad strings in another thread. The results are in the order of the strings. */
export const parseAdsInThread = async (ads: string[]): Promise<ParsedAd[]> => {
  const parsed = await threads.run({ ads })
  if (!Array.isArray(parsed)) throw new Error('The parsing thread returned texts instead of ads')
  return parsed
}
