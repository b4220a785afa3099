// Runs in threads started by article-threads.ts.

import { type ArticleSummary, summariseArticles } from '../folder/read-articles.ts'
import {
  type AloneChecker,
  type AloneContext,
  type AloneGroup,
  aloneCheckerOf,
  checkAlone,
  type FileToCheck,
} from './check-alone.ts'

/** An {@link AloneContext} as JSON, in memory that all threads share. */
export interface SharedContext {
  id: string
  json: Uint8Array
}

/** Files of articles to be listed, or to be checked. */
export type ArticleJob =
  | { folder: string; names: readonly string[] }
  | {
      folder: string
      files: readonly FileToCheck[]
      context: SharedContext
      wantsRemarks: boolean
    }

export type ArticleResult = ArticleSummary[] | AloneGroup

let last: { id: string; check: AloneChecker } | undefined

function checkerFor({ id, json }: SharedContext): AloneChecker {
  if (last?.id !== id) {
    const context: AloneContext = JSON.parse(Buffer.from(json).toString())
    last = { id, check: aloneCheckerOf(context) }
  }
  return last.check
}

export const work = (job: ArticleJob): Promise<ArticleResult> =>
  'names' in job
    ? summariseArticles(job.folder, job.names)
    : checkAlone(checkerFor(job.context), job.folder, job.files, job)
