import { archivePages, archivePath, listPath } from '../../addresses/lists.ts'
import type { Reader } from '../../database/reader.ts'
import { lastPositions } from '../../library/listings.ts'
import { listTopics } from '../../library/topic-repository.ts'
import { loadSiteSettings } from '../../site/site-settings.ts'
import type { Listed, Stage } from './stage.ts'

/** The pages of topics, each followed by its archive. A key is a list and a page number. */
export const topics: Stage = { key: /^[\x21-\x7e]+#\d{1,9}$/, list: listPages }

async function listPages(db: Reader, after: string | undefined, limit: number): Promise<Listed[]> {
  const { constants } = await loadSiteSettings(db)
  const [last = '', done] = after?.split('#') ?? []
  const others = await listTopics(db, last, limit)
  const lists = last === '' ? others : [last, ...others]
  const positions = await lastPositions(db, lists)

  const listed: Listed[] = []
  for (const list of lists) {
    const pages = archivePages(positions.get(list) ?? 0, constants.pageSize)
    const first = list === last ? Number(done) + 1 : 0
    for (let number = first; number <= pages && listed.length < limit; number++) {
      const path = number === 0 ? listPath(list) : archivePath(list, number)
      listed.push({ path, status: 'found', key: `${list}#${number}` })
    }
  }
  return listed
}
