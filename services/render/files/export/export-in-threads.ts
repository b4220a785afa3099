import { availableParallelism } from 'node:os'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { createThreads } from '#shared/threads/create-threads.ts'
import { exportPages, type PageExport, type PagesExported } from './export-pages.ts'
import type { ExportJob } from './export-thread.ts'

export interface PageExporter extends AsyncDisposable {
  /** Groups of pages that may be asked for at the same time. */
  groupsAtOnce: number
  /** Like `exportPages`. */
  run(paths: readonly PagePath[]): Promise<PagesExported>
}

/** One group is rendered while another one is asked for. */
const GROUPS_HERE = 2
/** Results are taken in order. With a second group each, threads go on while another takes long. */
const GROUPS_PER_THREAD = 2
/** Each holds some 70 MB, also on a machine with many cores. */
const MAX_THREADS = 4
/** Content is asked again for as long as `patiently` says. */
const JOB_MS = 120_000

/**
 * Makes pages on up to four cores. Starting these threads takes as long as making a hundred pages.
 *
 * @param signal gives up what is under way
 */
export function exportInThreads(pages: PageExport, signal?: AbortSignal): PageExporter {
  const threads = Math.min(availableParallelism(), MAX_THREADS)
  const { run, close } = createThreads<ExportJob, PagesExported>({
    script: new URL('./export-thread.ts', import.meta.url),
    job: 'group of pages',
    threads,
    maxWaiting: Number.POSITIVE_INFINITY,
    idleMs: 30_000,
    jobMs: JOB_MS,
    youngMb: 16,
  })
  signal?.addEventListener('abort', () => void close(), { once: true })
  return {
    groupsAtOnce: threads * GROUPS_PER_THREAD,
    run: (paths) => run({ pages, paths }),
    [Symbol.asyncDispose]: close,
  }
}

export const exportHere = (pages: PageExport, signal?: AbortSignal): PageExporter => ({
  groupsAtOnce: GROUPS_HERE,
  run: (paths) => exportPages(pages, paths, signal),
  async [Symbol.asyncDispose]() {},
})
