import { createThreads } from '#shared/threads/create-threads.ts'
import type { ParsedAd } from '../ads/parse-ad.ts'
import type { MarkdownRenderer, RenderedMarkdown } from '../articles/render-markdown.ts'
import type { Parsed, ParseJob } from './parse-thread.ts'

/** In UTF-16 units: up to it, reading a text takes a few milliseconds, and starting a thread many more. */
const LARGE = 32_000

export const isLarge = (units: number) => units > LARGE

/** Ends by itself when nothing is to be read. */
const threads = createThreads<ParseJob, Parsed>({
  script: new URL('./parse-thread.ts', import.meta.url),
  job: 'text',
  threads: 1,
  maxWaiting: 16,
  idleMs: 30_000,
  // The longest text that we take needs a hundredth of it, unless the machine is busy.
  jobMs: 30_000,
  memoryMb: 128,
})

/**
 * The same as `renderMarkdown`, beside the thread that serves.
 *
 * @throws {SiteError} `unavailable` when it takes too long or too many wait
 */
export const renderInThread = async (
  ...[source, title, locale]: Parameters<MarkdownRenderer>
): Promise<RenderedMarkdown> => {
  const parsed = await threads.run({ source, title, locale })
  if (Array.isArray(parsed)) throw new Error('The thread that reads texts has read ads')
  return parsed
}

/** The same of ad strings, in their order. */
export const parseAdsInThread = async (ads: string[]): Promise<ParsedAd[]> => {
  const parsed = await threads.run({ ads })
  if (!Array.isArray(parsed)) throw new Error('The thread that reads ads has read a text')
  return parsed
}
