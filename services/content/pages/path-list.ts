import type { PathList } from '#shared/contracts/page-model.ts'
import { SiteError } from '#shared/errors.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase } from '../database/reader.ts'
import { STAGES } from './path-stages.ts'

/**
 * Every path with an answer of its own, in stages: single pages, categories and authors; archives;
 * articles from the newest on; aliases; redirects; withdrawn articles; topics; portraits. A path
 * that appears or disappears between two calls may be missed.
 *
 * @param after `next` of the previous part
 * @throws {SiteError} `invalid-input` when `after` is not a cursor of this list
 */
export async function listPaths(
  db: ReadDatabase,
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
