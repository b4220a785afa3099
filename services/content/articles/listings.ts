import type { Instant } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { Placement } from './check-article.ts'

/** Every article, in the order in which they came. */
export const ALL = 'all'
/** Links on one page of the site map's archive. */
export const SITEMAP_PAGE_SIZE = 500
/** How far an article looks to each side for related ones. */
export const NEIGHBOURS = 4

const AUTHOR_PREFIX = 'author:'
export const authorList = (slug: string) => AUTHOR_PREFIX + slug

/** Every list that shows an article with these placements and this author. */
export function listsOf(placements: readonly Placement[], author: string): string[] {
  return [
    ...new Set([
      ALL,
      ...placements.map(({ category }) => category),
      ...placements.map(({ category, subcategory }) => `${category}/${subcategory}`),
      authorList(author),
    ]),
  ]
}

export interface ListedArticle {
  id: string
  publishedAt: Instant
}

/**
 * Puts the article at the end of the lists it is new to and takes it out of those it left, and
 * says which pages that changes: the head of the list, the archive page of the position, and the
 * articles that have it for a neighbour. Their number does not depend on the length of the list.
 */
export async function moveBetweenLists(
  edit: Edit,
  { id, publishedAt }: ListedArticle,
  wanted: readonly string[],
  pageSize: number,
): Promise<void> {
  const current = await edit.tx
    .selectFrom('listing')
    .select(['list', 'position', 'published_at as publishedAt'])
    .where('article', '=', id)
    .execute()

  for (const { list, position } of current.filter((entry) => !wanted.includes(entry.list))) {
    const before = await lastPosition(edit.tx, list)
    await edit.tx.deleteFrom('listing').where('list', '=', list).where('article', '=', id).execute()
    const after = await lastPosition(edit.tx, list)
    touchPosition(edit, list, position, pageSize)
    await touchNeighbours(edit, list, position)
    // Gaps at the end go with the last article: those pages are no more, and the new last one
    // loses its link to them.
    const emptied = archivePageOf(list, before, pageSize)
    for (let page = archivePageOf(list, after, pageSize); page <= emptied; page++) {
      if (page > 0) edit.touch(tags.archive(list, page))
    }
  }
  for (const list of wanted) {
    const present = current.find((entry) => entry.list === list)
    if (present?.publishedAt === publishedAt) continue
    if (present) {
      await edit.tx
        .updateTable('listing')
        .set({ published_at: publishedAt })
        .where('list', '=', list)
        .where('article', '=', id)
        .execute()
      touchPosition(edit, list, present.position, pageSize)
      continue
    }
    const position = (await lastPosition(edit.tx, list)) + 1
    await edit.tx
      .insertInto('listing')
      .values({ list, position, article: id, published_at: publishedAt })
      .execute()
    touchPosition(edit, list, position, pageSize)
    await touchNeighbours(edit, list, position)
    // The page before a new one gets its link to it.
    const page = archivePageOf(list, position - 1, pageSize)
    if (page > 0) edit.touch(tags.archive(list, page))
  }
}

function touchPosition(edit: Edit, list: string, position: number, pageSize: number) {
  edit.touch(tags.list(list), tags.archive(list, archivePageOf(list, position, pageSize)))
}

async function touchNeighbours(edit: Edit, list: string, position: number) {
  // Nobody looks for related articles among those of an author.
  if (list.startsWith(AUTHOR_PREFIX)) return
  for (const article of await neighboursOf(edit.tx, list, position)) {
    edit.touch(tags.near(list, article.id))
  }
}

export const archivePageOf = (list: string, position: number, pageSize: number) =>
  Math.ceil(position / (list === ALL ? SITEMAP_PAGE_SIZE : pageSize))

/** How many positions a list has used: its archive's length, gaps included. */
export async function lastPosition(db: Reader, list: string): Promise<number> {
  const { last } = await db
    .selectFrom('listing')
    .select(({ fn, lit }) => fn.coalesce(fn.max('position'), lit(0)).as('last'))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return last
}

/**
 * The articles next to a position, nearest first and of two equally near the older first.
 *
 * @returns at most {@link NEIGHBOURS} from each side
 */
export async function neighboursOf(
  db: Reader,
  list: string,
  position: number,
): Promise<{ id: string }[]> {
  const side = (operator: '<' | '>', direction: 'asc' | 'desc') =>
    db
      .selectFrom('listing')
      .select('article as id')
      .where('list', '=', list)
      .where('position', operator, position)
      .orderBy('position', direction)
      .limit(NEIGHBOURS)
      .execute()

  const older = await side('<', 'desc')
  const newer = await side('>', 'asc')
  return Array.from({ length: NEIGHBOURS }, (_, step) => [older[step], newer[step]])
    .flat()
    .filter((entry) => entry !== undefined)
}
