import { availableParallelism } from 'node:os'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createThreads } from '#shared/threads/create-threads.ts'
import type { RenderedMarkdown } from '../markdown/render-markdown.ts'
import type { ArticleText, RenderJob } from './render-thread.ts'

export interface TextRenderer extends AsyncDisposable {
  /**
   * Renders the Markdown of articles on all cores.
   *
   * @returns in the order of the texts
   */
  render(texts: readonly ArticleText[], locale: Locale): Promise<RenderedMarkdown[]>
}

/** Texts of one job: every thread gets several of a hundred texts, and messages cost little. */
const JOB = 20
/** Every accepted text needs far less, unless the machine is busy. */
const JOB_MS = 120_000

/** Threads are started with the first texts, and ended when it is disposed of. */
export function createTextRenderer(): TextRenderer {
  const threads = createThreads<RenderJob, RenderedMarkdown[]>({
    script: new URL('./render-thread.ts', import.meta.url),
    job: 'group of texts',
    threads: availableParallelism(),
    maxWaiting: Number.POSITIVE_INFINITY,
    idleMs: 30_000,
    jobMs: JOB_MS,
    memoryMb: 256,
    youngMb: 12,
  })
  return {
    async render(texts, locale) {
      const jobs: RenderJob[] = []
      for (let at = 0; at < texts.length; at += JOB) {
        jobs.push({ texts: texts.slice(at, at + JOB), locale })
      }
      return (await Promise.all(jobs.map(threads.run))).flat()
    },
    [Symbol.asyncDispose]: threads.close,
  }
}
