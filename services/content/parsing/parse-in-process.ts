import { deadlineUnderWay } from '#shared/deadline.ts'
import { createProcesses } from '#shared/processes/create-processes.ts'
import type { ParsedAd } from '../ads/parse-ad.ts'
import type { MarkdownRenderer, RenderedMarkdown } from '../markdown/render-markdown.ts'
import type { Parsed, ParseJob } from './parse-job.ts'

/** In UTF-16 units. Less takes a few milliseconds, and starting a process many more. */
const LARGE = 32_000

export const isLarge = (units: number) => units > LARGE

/** The owner of a parsing job. */
export interface Asker {
  /** Such as an editor: places are shared between owners, so none waits long for another's texts. */
  owner: string
  /** Aborts when the result is no longer needed. The current deadline counts as well. */
  signal?: AbortSignal
}

/** Processes end by themselves when they are idle. */
const { run } = createProcesses<ParseJob, Parsed>({
  script: new URL('./parse-job.ts', import.meta.url),
  job: 'text',
  // Two, because no editor gets the last free one besides another.
  processes: 2,
  maxWaitingEach: 8,
  idleMs: 30_000,
  // The costliest text that is accepted needs a fiftieth of this, unless the machine is busy.
  jobMs: 30_000,
  // Twice what the costliest text that is accepted takes.
  memoryMb: 128,
})

function parse(job: ParseJob, { owner, signal }: Asker): Promise<Parsed> {
  const signals = [signal, deadlineUnderWay()?.signal].filter((given) => given !== undefined)
  return run(job, { owner, signal: AbortSignal.any(signals) })
}

/**
 * `renderMarkdown` in another process.
 *
 * @throws {SiteError} `unavailable` when it takes too long, `too-many-requests` when too many jobs
 *   of the asker are waiting
 */
export async function renderInProcess(
  [source, title, locale]: Parameters<MarkdownRenderer>,
  asker: Asker,
): Promise<RenderedMarkdown> {
  const parsed = await parse({ source, title, locale }, asker)
  if (Array.isArray(parsed)) throw new Error('The parsing process returned ads instead of texts')
  return parsed
}

/** Parses ad strings in another process. The results are in the order of the strings. */
export async function parseAdsInProcess(ads: string[], asker: Asker): Promise<ParsedAd[]> {
  const parsed = await parse({ ads }, asker)
  if (!Array.isArray(parsed)) throw new Error('The parsing process returned texts instead of ads')
  return parsed
}
