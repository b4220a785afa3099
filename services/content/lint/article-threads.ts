import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { inParts } from '#shared/in-order.ts'
import { createThreads } from '#shared/threads/create-threads.ts'
import { type Summariser, summariseArticles } from '../folder/read-articles.ts'
import type { ArticleJob, ArticleResult, SharedContext } from './article-thread.ts'
import {
  type AloneContext,
  type AloneGroup,
  aloneCheckerOf,
  checkAlone,
  type FileToCheck,
} from './check-alone.ts'

export type GroupChecker = (
  files: readonly FileToCheck[],
  options: { wantsRemarks: boolean },
) => Promise<AloneGroup>

/** Reads, parses, renders and checks files of articles: many on all cores, few in this thread. */
export interface ArticleThreads extends AsyncDisposable {
  summarise: Summariser
  /** @param fileCount files that will be checked in all */
  checkerOf(context: AloneContext, fileCount: number): GroupChecker
}

/** Starting threads takes as long as rendering some hundred texts. */
const WORTH_THREADS = 500
/** The caller and Postgres, which store what is checked, keep no more busy. */
const MAX_THREADS = 4
/** Names of one call of the summariser from which on there are certainly many. */
const MANY_NAMES = 256
/** Texts of one job. Most of what is made for so few is collected before V8 keeps it for longer. */
const JOB = 10
/** Files that are only listed, which takes a tenth of the time. */
const LIST_JOB = 32
/** Every accepted text needs far less, unless the machine is busy. */
const JOB_MS = 120_000

/** Threads are started with the first job, and ended when it is disposed of. */
export function createArticleThreads(): ArticleThreads {
  const threads = createThreads<ArticleJob, ArticleResult>({
    script: new URL('./article-thread.ts', import.meta.url),
    job: 'group of articles',
    threads: Math.min(availableParallelism(), MAX_THREADS),
    maxWaiting: Number.POSITIVE_INFINITY,
    idleMs: 30_000,
    jobMs: JOB_MS,
    youngMb: 12,
  })

  return {
    async summarise(folder, names) {
      if (names.length < MANY_NAMES) return summariseArticles(folder, names)
      const jobs = [...inParts(names, LIST_JOB)].map((part) => threads.run({ folder, names: part }))
      return (await Promise.all(jobs)).flatMap((result) => (Array.isArray(result) ? result : []))
    },
    checkerOf(context, fileCount) {
      const { folder } = context
      if (fileCount < WORTH_THREADS) {
        const check = aloneCheckerOf(context)
        return (files, options) => checkAlone(check, folder, files, options)
      }
      const shared = share(context)
      return async (files, options) => {
        const jobs = [...inParts(files, JOB)].map((part) =>
          threads.run({ folder, context: shared, files: part.map(partsOf), ...options }),
        )
        const groups = (await Promise.all(jobs)).filter(isGroup)
        return {
          articles: groups.flatMap(({ articles }) => articles),
          problems: groups.flatMap(({ problems }) => problems),
        }
      }
    },
    [Symbol.asyncDispose]: threads.close,
  }
}

const isGroup = (result: ArticleResult): result is AloneGroup => 'articles' in result

/** No thread needs the rest, and it would be copied. */
const partsOf = ({ file, hash, slug, fields, text }: FileToCheck): FileToCheck => ({
  file,
  hash,
  slug,
  ...(fields && { fields }),
  ...(text !== undefined && { text }),
})

/** All terms of a site may be many megabytes, which are not copied for every job. */
function share(context: AloneContext): SharedContext {
  const bytes = Buffer.from(JSON.stringify(context))
  const json = new Uint8Array(new SharedArrayBuffer(bytes.length))
  json.set(bytes)
  return { id: randomUUID(), json }
}
