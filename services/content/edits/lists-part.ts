import type { Instant } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { letterKey } from '../addresses/letter-addresses.ts'
import { ALL, archiveKey, archivePageOf, isAuthorList, isCategoryList } from '../addresses/lists.ts'
import { isTopicList } from '../addresses/topic-list.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reading } from '../changes/readings.ts'
import { shownLetterLists, shownLetters } from '../library/letters.ts'
import { lastPositions } from '../library/listings.ts'
import { type FiledPlace, neighboursOf, shownRelated } from '../library/related-articles.ts'
import { shownArchives, shownLists } from '../library/shown-lists.ts'
import type { ListedPlace } from '../library/stored-article.ts'
import type { EditPart } from './edit-part.ts'

export interface ListedArticle {
  id: string
  publishedAt: Instant
  /** The key of the letter that its title begins with. */
  letter: string
}

/** How an article's places in lists change. */
export interface Moves {
  left: FiledPlace[]
  joined: FiledPlace[]
  /** Places that it keeps under another date. */
  redated: FiledPlace[]
  /** Places that it keeps under another letter. */
  relettered: FiledPlace[]
  /** Keys of its letters before and after. */
  letters: string[]
  /** Its position in the list of all articles, before and after. */
  all: { before: number | undefined; after: number | undefined }
}

/**
 * Plans the moves of an article. It joins each new list at the end.
 *
 * @param current the article's places now
 * @param last what {@link lastPositionsIn} says of the lists that it joins
 */
export function planMoves(
  { publishedAt, letter }: ListedArticle,
  current: readonly ListedPlace[],
  wanted: readonly string[],
  last: ReadonlyMap<string, number>,
): Moves {
  const kept = current.filter(({ list }) => wanted.includes(list))
  const joined = missingIn(current, wanted).map((list) => ({
    list,
    position: (last.get(list) ?? 0) + 1,
  }))
  return {
    left: current.filter(({ list }) => !wanted.includes(list)),
    joined,
    redated: kept.filter((place) => place.publishedAt !== publishedAt),
    relettered: kept.filter(({ list, letter: key }) => isCategoryList(list) && key !== letter),
    letters: [...new Set([letter, ...current.flatMap(({ letter: key }) => key ?? [])])],
    all: { before: positionInAll(current), after: positionInAll([...kept, ...joined]) },
  }
}

const missingIn = (current: readonly ListedPlace[], wanted: readonly string[]) =>
  wanted.filter((list) => !current.some((place) => place.list === list))

/** By list, the last position in use. */
const lastPosition: Reading<number> = {
  // Every edit that moves an article reads this anyway.
  async load({ read }, lists) {
    const fronts = await read(shownLists, lists)
    return new Map([...fronts].map(([list, { last }]) => [list, last]))
  },
  reload: lastPositions,
}

/** Of the wanted lists in which an article has no place yet, the last position in use. */
export const lastPositionsIn = (
  { current }: Pick<Edit, 'current'>,
  places: readonly ListedPlace[],
  wanted: readonly string[],
): Promise<ReadonlyMap<string, number>> => current(lastPosition, missingIn(places, wanted))

const positionInAll = (places: readonly FiledPlace[]) =>
  places.find(({ list }) => list === ALL)?.position

/** The places of an article in lists, with what is shown of them. */
export const listsPart = ({
  listed,
  moves,
  pageSize,
}: {
  listed: ListedArticle
  moves: Moves
  pageSize: number
}): EditPart => ({
  watch: (edit) => trackMoves(edit, moves, pageSize),
  write: (edit) => writeMoves(edit, listed, moves),
})

/**
 * Watches everything that these moves may change: letters of dictionaries, fronts of lists, pages
 * of archives, and articles that suggest this one. Their number does not depend on the length of
 * the lists.
 */
async function trackMoves(
  edit: Edit,
  { left, joined, redated, relettered, letters }: Moves,
  pageSize: number,
): Promise<void> {
  const places = [...left, ...joined, ...redated]
  await settleAll([
    trackLetters(edit, [...places, ...relettered], letters),
    edit.track(
      shownLists,
      places.map(({ list }) => list),
    ),
    edit.track(
      shownArchives,
      places.map(({ list, position }) => archiveKey(list, archivePageOf(list, position, pageSize))),
    ),
    trackNeighbours(edit, [...left, ...joined]),
  ])
}

async function trackNeighbours(edit: Edit, places: readonly FiledPlace[]) {
  // Lists of authors and topics are not used to find related articles.
  const near = places.filter(({ list }) => !isAuthorList(list) && !isTopicList(list))
  const neighbours = await neighboursOf(edit, near)
  await edit.track(shownRelated, edit.withoutCreated(neighbours))
}

async function trackLetters(edit: Edit, places: readonly FiledPlace[], letters: readonly string[]) {
  const lists = places.map(({ list }) => list).filter(isCategoryList)
  if (lists.length === 0) return
  await settleAll([
    edit.track(shownLetters, lists),
    edit.track(
      shownLetterLists,
      lists.flatMap((list) => letters.map((letter) => letterKey(list, letter))),
    ),
  ])
}

function writeMoves(
  edit: Edit,
  { id, publishedAt, letter }: ListedArticle,
  { left, joined, redated, relettered }: Moves,
): void {
  const listsIn = (places: readonly FiledPlace[]) => places.map(({ list }) => list)
  for (const { list } of left) edit.wrote(lastPosition, list)
  for (const { list, position } of joined) edit.wrote(lastPosition, list, position)
  if (left.length > 0) {
    edit.send(
      edit.tx.deleteFrom('listing').where('article', '=', id).where('list', 'in', listsIn(left)),
    )
  }
  const changes = [
    { places: redated, columns: { published_at: publishedAt } },
    { places: relettered, columns: { letter } },
  ]
  for (const { places, columns } of changes) {
    if (places.length === 0) continue
    const rows = edit.tx.updateTable('listing').set(columns).where('article', '=', id)
    edit.send(rows.where('list', 'in', listsIn(places)))
  }
  if (joined.length > 0) {
    edit.send(
      edit.tx
        .insertInto('listing')
        .values(joined.map((place) => listingRow({ id, publishedAt, letter }, place))),
    )
  }
}

/** The row that puts an article at a place in a list. */
export const listingRow = (
  { id, publishedAt, letter }: ListedArticle,
  { list, position }: FiledPlace,
) => ({
  list,
  position,
  article: id,
  published_at: publishedAt,
  letter: isCategoryList(list) ? letter : null,
})
