import type { Instant } from '#shared/contracts/primitives.ts'
import { together } from '#shared/together.ts'
import type { Reader } from '../database/reader.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { isTopicList } from '../topics/topic-list.ts'
import { letterKey, shownLetterLists, shownLetters } from './letters.ts'
import {
  ALL,
  archiveKey,
  archivePageOf,
  isAuthorList,
  isCategoryList,
  lastPositions,
} from './listings.ts'
import { neighboursOf, type Place, shownRelated } from './related-articles.ts'
import { shownArchives, shownLists } from './shown-lists.ts'

export interface ListedArticle {
  id: string
  publishedAt: Instant
  /** The key of the letter that its title begins with. */
  letter: string
}

/** How an article's places in lists will differ. */
export interface Moves {
  left: Place[]
  joined: Place[]
  /** Where it stays under another date. */
  redated: Place[]
  /** Where it stays under another letter. */
  relettered: Place[]
  /** Keys of the letters under which it stands before or after. */
  letters: string[]
  /** Its position in the list of all articles, before and after. */
  all: { before: number | undefined; after: number | undefined }
}

export type ListedPlace = Awaited<ReturnType<typeof placesOf>>[number]

/** Where an article stands in lists. */
export const placesOf = (db: Reader, id: string) =>
  db
    .selectFrom('listing')
    .select(['list', 'position', 'published_at as publishedAt', 'letter'])
    .where('article', '=', id)
    .execute()

/**
 * An article comes to the end of the lists it is new to.
 *
 * @param current where it stands now
 */
export async function planMoves(
  edit: Edit,
  { publishedAt, letter }: ListedArticle,
  current: readonly ListedPlace[],
  wanted: readonly string[],
): Promise<Moves> {
  const kept = current.filter(({ list }) => wanted.includes(list))
  const missing = wanted.filter((list) => !current.some((place) => place.list === list))
  const last =
    missing.length > 0 ? await lastPositions(edit.tx, missing) : new Map<string, number>()
  const joined = missing.map((list) => ({ list, position: (last.get(list) ?? 0) + 1 }))
  return {
    left: current.filter(({ list }) => !wanted.includes(list)),
    joined,
    redated: kept.filter((place) => place.publishedAt !== publishedAt),
    relettered: kept.filter(({ list, letter: key }) => isCategoryList(list) && key !== letter),
    letters: [...new Set([letter, ...current.flatMap(({ letter: key }) => key ?? [])])],
    all: { before: positionInAll(current), after: positionInAll([...kept, ...joined]) },
  }
}

const positionInAll = (places: readonly Place[]) =>
  places.find(({ list }) => list === ALL)?.position

/**
 * Watches everything that these moves may change: the letters of dictionaries, the heads of the
 * lists, the archive pages of the positions, and the articles that have it for a neighbour. Their
 * number does not depend on the length of the lists.
 */
export async function watchMoves(
  edit: Edit,
  { left, joined, redated, relettered, letters }: Moves,
  pageSize: number,
): Promise<void> {
  const places = [...left, ...joined, ...redated]
  await together([
    watchLetters(edit, [...places, ...relettered], letters),
    edit.watch(
      shownLists,
      places.map(({ list }) => list),
    ),
    edit.watch(
      shownArchives,
      places.map(({ list, position }) => archiveKey(list, archivePageOf(list, position, pageSize))),
    ),
    watchNeighbours(edit, [...left, ...joined]),
  ])
}

async function watchNeighbours(edit: Edit, places: readonly Place[]) {
  // Nobody looks for related articles among those of an author or a topic.
  const near = places.filter(({ list }) => !isAuthorList(list) && !isTopicList(list))
  const neighbours = await neighboursOf(edit.tx, near)
  await edit.watch(
    shownRelated,
    neighbours.filter((id) => !edit.created.has(id)),
  )
}

async function watchLetters(edit: Edit, places: readonly Place[], letters: readonly string[]) {
  const lists = places.map(({ list }) => list).filter(isCategoryList)
  if (lists.length === 0) return
  await together([
    edit.watch(shownLetters, lists),
    edit.watch(
      shownLetterLists,
      lists.flatMap((list) => letters.map((letter) => letterKey(list, letter))),
    ),
  ])
}

export function applyMoves(
  edit: Edit,
  { id, publishedAt, letter }: ListedArticle,
  { left, joined, redated, relettered }: Moves,
): void {
  const listsIn = (places: readonly Place[]) => places.map(({ list }) => list)
  if (left.length > 0) {
    edit.send(
      edit.tx.deleteFrom('listing').where('article', '=', id).where('list', 'in', listsIn(left)),
    )
  }
  if (redated.length > 0) {
    edit.send(
      edit.tx
        .updateTable('listing')
        .set({ published_at: publishedAt })
        .where('article', '=', id)
        .where('list', 'in', listsIn(redated)),
    )
  }
  if (relettered.length > 0) {
    edit.send(
      edit.tx
        .updateTable('listing')
        .set({ letter })
        .where('article', '=', id)
        .where('list', 'in', listsIn(relettered)),
    )
  }
  if (joined.length > 0) {
    edit.send(
      edit.tx
        .insertInto('listing')
        .values(joined.map((place) => listingRow({ id, publishedAt, letter }, place))),
    )
  }
}

/** The row that puts an article at a place of a list. */
export const listingRow = (
  { id, publishedAt, letter }: ListedArticle,
  { list, position }: Place,
) => ({
  list,
  position,
  article: id,
  published_at: publishedAt,
  letter: isCategoryList(list) ? letter : null,
})
