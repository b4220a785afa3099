import type { ReadonlyKysely } from 'kysely/readonly'
import type { PathList } from '#shared/contracts/page-model.ts'
import { SiteError } from '#shared/errors.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Database } from '../database/schema.ts'
import { archives } from './path-stages/archives.ts'
import { articles, withdrawn } from './path-stages/articles.ts'
import { fewPages } from './path-stages/few-pages.ts'
import { portraits } from './path-stages/portraits.ts'
import { aliases, redirects } from './path-stages/redirects.ts'
import type { Stage } from './path-stages/stage.ts'
import { topics } from './path-stages/topics.ts'

/** A cursor names its stage by one digit. */
const STAGES: readonly Stage[] = [
  fewPages,
  archives,
  articles,
  aliases,
  redirects,
  withdrawn,
  topics,
  portraits,
]

/**
 * Every path that has an answer of its own: pages of which there are few, archives, articles from
 * the newest on, what only leads elsewhere, topics,
 * and portraits. A path that comes or goes meanwhile may be missed.
 *
 * @param after `next` of the part before
 * @throws {SiteError} `invalid-input` when `after` is none of ours
 */
export async function listPaths(
  db: ReadonlyKysely<Database>,
  after: string | undefined,
  limit: number,
): Promise<PathList> {
  const start = after === undefined ? { stage: 0, key: undefined } : decodeCursor(after)
  return inSnapshot(db, async (snapshot, history) => {
    const paths: PathList['paths'] = []
    let { stage, key } = start
    const { revision } = await history
    for (let current = STAGES[stage]; current; current = STAGES[stage]) {
      const wanted = limit - paths.length
      const listed = await current.list(snapshot, key, wanted)
      paths.push(...listed.map(({ path, status }) => ({ path, status })))
      const last = listed.at(-1)
      if (last && listed.length === wanted) {
        return { revision, paths, next: encodeCursor(stage, last.key) }
      }
      stage += 1
      key = undefined
    }
    return { revision, paths, next: null }
  })
}

const encodeCursor = (stage: number, key: string) => `${stage}${key}`

function decodeCursor(cursor: string): { stage: number; key: string } {
  const [, stage, key = ''] = /^(\d)(.+)$/s.exec(cursor) ?? []
  if (!STAGES[Number(stage)]?.key.test(key)) {
    throw new SiteError('invalid-input', 'after must be a cursor of this list')
  }
  return { stage: Number(stage), key }
}
