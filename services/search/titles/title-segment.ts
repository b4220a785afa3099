import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { containsText, type FoldedText, foldText, wordsOf } from '#shared/text/title-match.ts'
import { toVocabulary, type Vocabulary, wordsContaining } from './vocabulary.ts'

/** Stands before the first word of every indexed text; no word can contain it. */
export const TITLE_START = '\n'

export interface IndexedTitle {
  readonly entry: TitleEntry
  readonly publishedMs: number
  /** The title folded, after `TITLE_START`. */
  readonly text: FoldedText
}

/** Titles in their order, and the distinct words that they are made of. Never changes. */
export interface TitleSegment {
  readonly titles: readonly IndexedTitle[]
  readonly plain: Vocabulary
  /** The same words in the same order under the Turkish rule. */
  readonly turkish: Vocabulary
  /** The positions in `titles` of all that have word 0, rising; then of those with word 1; … */
  readonly postings: Int32Array
  /** Where in `postings` each word begins; a last entry says where the last one ends. */
  readonly postingStarts: Int32Array
}

/** Titles that are worked on before others get their turn: about 2 ms. */
const TITLES_PER_TURN = 500

/** So many titles are sooner looked into one by one than found by their words. */
export const FEW_TITLES = 4_000

export function indexTitle(entry: TitleEntry, locale: Locale): IndexedTitle {
  const { plain, turkish } = foldText(entry.title, locale)
  const text = {
    plain: TITLE_START + plain,
    turkish: turkish === undefined ? undefined : TITLE_START + turkish,
  }
  return { entry, publishedMs: Date.parse(entry.publishedAt), text }
}

/** Newest first; among those of one instant, by id. */
export function byAge(one: IndexedTitle, other: IndexedTitle): number {
  return other.publishedMs - one.publishedMs || (one.entry.id < other.entry.id ? -1 : 1)
}

/** Works a little at a time, so that requests are answered meanwhile. Keeps the order of titles. */
export async function buildSegment(titles: readonly IndexedTitle[]): Promise<TitleSegment> {
  const numbers = new Map<string, number>()
  const words: FoldedText[] = []
  const postings: number[][] = []

  for (const [position, title] of titles.entries()) {
    for (const word of wordsOf(title.text)) {
      const key = word.turkish === undefined ? word.plain : `${word.plain} ${word.turkish}`
      const posting = postings[numbers.get(key) ?? -1]
      if (posting) {
        if (posting.at(-1) !== position) posting.push(position)
      } else {
        numbers.set(key, words.push(word) - 1)
        postings.push([position])
      }
    }
    if (position % TITLES_PER_TURN === TITLES_PER_TURN - 1) await nextTurn()
  }

  return {
    titles,
    plain: toVocabulary(words.map((word) => word.plain)),
    turkish: toVocabulary(words.flatMap((word) => word.turkish ?? [])),
    ...concatenate(postings),
  }
}

function concatenate(lists: readonly (readonly number[])[]) {
  const postingStarts = new Int32Array(lists.length + 1)
  for (const [number, list] of lists.entries()) {
    postingStarts[number + 1] = (postingStarts[number] ?? 0) + list.length
  }
  const postings = new Int32Array(postingStarts.at(-1) ?? 0)
  for (const [number, list] of lists.entries()) postings.set(list, postingStarts[number])
  return { postings, postingStarts }
}

/**
 * The positions of the titles that contain every part, rising.
 *
 * A part has no blank inside, and the titles were cut at their blanks, so a title contains it if
 * and only if one of the title's words does.
 *
 * @param parts at least one, none empty; `TITLE_START` and blanks only at their ends
 */
export function findPositions(segment: TitleSegment, parts: readonly FoldedText[]): number[] {
  let positions: number[] | undefined
  // The longest are mostly the rarest.
  for (const part of parts.toSorted((one, other) => other.plain.length - one.plain.length)) {
    if (!positions) {
      positions = positionsOf(markTitles(segment, part))
    } else if (positions.length <= FEW_TITLES) {
      positions = positions.filter((position) => {
        const title = segment.titles[position]
        return title !== undefined && containsText(title.text, part)
      })
    } else {
      const marks = markTitles(segment, part)
      positions = positions.filter((position) => marks[position] === 1)
    }
  }
  return positions ?? []
}

/** By position: 1 for each title with a word that contains the part. */
function markTitles(segment: TitleSegment, { plain, turkish }: FoldedText): Uint8Array {
  const { titles, postings, postingStarts } = segment
  const marks = new Uint8Array(titles.length)
  const markAll = (words: readonly number[]) => {
    for (const word of words) {
      const end = postingStarts[word + 1] ?? 0
      for (let at = postingStarts[word] ?? 0; at < end; at++) marks[postings[at] ?? 0] = 1
    }
  }

  markAll(wordsContaining(segment.plain, plain))
  if (turkish !== undefined) markAll(wordsContaining(segment.turkish, turkish))
  return marks
}

function positionsOf(marks: Uint8Array): number[] {
  const positions: number[] = []
  for (let at = marks.indexOf(1); at !== -1; at = marks.indexOf(1, at + 1)) positions.push(at)
  return positions
}
