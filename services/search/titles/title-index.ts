import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { SearchHit } from '#shared/contracts/page.ts'
import type { Locale, Revision } from '#shared/contracts/primitives.ts'
import { highlight } from '#shared/text/highlight.ts'
import {
  containsText,
  type FoldedText,
  foldQuery,
  foldText,
  matchesEveryWord,
  wordsOf,
} from '#shared/text/title-match.ts'
import {
  buildSegment,
  byAge,
  FEW_TITLES,
  findPositions,
  type IndexedTitle,
  indexTitle,
  TITLE_START,
  type TitleSegment,
} from './title-segment.ts'

/** A point in the history of the content. */
export interface Position {
  feed: string
  revision: Revision
}

export interface TitleChange {
  upserts: readonly TitleEntry[]
  /** Ids; those that are not in the index are ignored. */
  removals: readonly string[]
}

export interface TitleHits {
  /** All matching titles, of which `hits` are the asked-for part. */
  total: number
  hits: SearchHit[]
}

/**
 * All published titles of one site, in memory. What is written is seen whole or not at all.
 * There is one writer, which waits for each call before the next.
 */
export interface TitleIndex {
  /** What the index holds; undefined until it was first filled. */
  readonly position: Position | undefined
  readonly size: number
  /**
   * Titles that contain every word of the query: those that begin with the query as it was typed,
   * then those that contain it so, then the others; newest first, then by id.
   *
   * @param query at most 255 words; one without any finds nothing
   */
  search(query: string, page: { limit: number; offset: number }): TitleHits
  /** Starts again with these. Until they are ready, what was there before is found. */
  replaceAll(entries: readonly TitleEntry[], position: Position): Promise<void>
  /** What changed is found when this returns; the promise is for the tidying afterwards. */
  apply(change: TitleChange, position: Position): Promise<void>
}

type Filter = (title: IndexedTitle) => boolean

/** Changes are looked through one by one until there are so many; then they join the segment. */
const CHANGES_BESIDE_SEGMENT = 500

export function createTitleIndex(locale: Locale): TitleIndex {
  let position: Position | undefined
  let titles = new Map<string, IndexedTitle>()
  let segment: TitleSegment | undefined
  /** By id, what the segment says about titles that changed since it was built. */
  let outdated = new Map<string, IndexedTitle | undefined>()
  let hidden = new Set<IndexedTitle>()
  let recent: IndexedTitle[] = []

  function adopt(built: TitleSegment): void {
    segment = built
    outdated = new Map()
    hidden = new Set()
    recent = []
  }

  function replace(id: string, title: IndexedTitle | undefined): void {
    if (!outdated.has(id)) outdated.set(id, titles.get(id))
    if (title) titles.set(id, title)
    else titles.delete(id)
  }

  /** The first titles, in their order, of those that pass. */
  function select(positions: readonly number[], limit: number, passes: Filter): IndexedTitle[] {
    const settled: IndexedTitle[] = []
    for (const at of positions) {
      const title = segment?.titles[at]
      if (title && !hidden.has(title) && passes(title)) settled.push(title)
      if (settled.length === limit) break
    }
    const added = recent.filter(passes)
    return added.length === 0 ? settled : [...settled, ...added].sort(byAge).slice(0, limit)
  }

  return {
    get position() {
      return position
    },
    get size() {
      return titles.size
    },

    search(query, { limit, offset }) {
      const words = foldQuery(query, locale)
      if (words.length === 0) return { total: 0, hits: [] }

      const matches = segment ? findPositions(segment, words) : []
      const isMatch: Filter = (title) => matchesEveryWord(title.text, words)
      const total =
        matches.length - [...hidden].filter(isMatch).length + recent.filter(isMatch).length

      const shown = new Set<IndexedTitle>()
      for (const { parts, whole } of closerMatches(foldText(query, locale))) {
        if (shown.size >= offset + limit) break
        const passes: Filter = (title) => !shown.has(title) && containsText(title.text, whole)
        const candidates =
          matches.length <= FEW_TITLES || !segment ? matches : findPositions(segment, parts)
        for (const title of select(candidates, offset + limit, passes)) shown.add(title)
      }
      const rest = select(matches, offset + limit, (title) => !shown.has(title) && isMatch(title))

      const hits = [...shown, ...rest]
        .slice(offset, offset + limit)
        .map(({ entry: { title, path } }) => ({ title, path, marks: highlight(title, words) }))
      return { total, hits }
    },

    async replaceAll(entries, next) {
      const fresh = new Map<string, IndexedTitle>()
      for (const [at, entry] of entries.entries()) {
        fresh.set(entry.id, indexTitle(entry, locale))
        if (at % 1_000 === 999) await nextTurn()
      }
      const built = await buildSegment([...fresh.values()].sort(byAge))

      titles = fresh
      position = next
      adopt(built)
    },

    async apply({ upserts, removals }, next) {
      for (const entry of upserts) replace(entry.id, indexTitle(entry, locale))
      for (const id of removals) replace(id, undefined)
      hidden = new Set([...outdated.values()].filter((title) => title !== undefined))
      recent = [...outdated.keys()].flatMap((id) => titles.get(id) ?? []).sort(byAge)
      position = next

      if (outdated.size < CHANGES_BESIDE_SEGMENT) return
      // Both parts are in order already, which makes this sort one merge.
      const settled = segment?.titles.filter((title) => !hidden.has(title)) ?? []
      adopt(await buildSegment([...settled, ...recent].sort(byAge)))
    },
  }
}

/** What titles contain that come before the others, the best first. */
function closerMatches(query: FoldedText): { parts: FoldedText[]; whole: FoldedText }[] {
  const words = wordsOf(query)
  const beginning = { parts: pin(words, TITLE_START), whole: surround(TITLE_START, query, '') }
  // A title that contains the only word contains the phrase.
  return words.length === 1 ? [beginning] : [beginning, { parts: pin(words, ''), whole: query }]
}

/** The words of a phrase, each with the blanks that part it from its neighbours. */
function pin(words: readonly FoldedText[], before: string): FoldedText[] {
  return words.map((word, at) =>
    surround(at === 0 ? before : ' ', word, at === words.length - 1 ? '' : ' '),
  )
}

function surround(before: string, { plain, turkish }: FoldedText, after: string): FoldedText {
  return {
    plain: before + plain + after,
    turkish: turkish === undefined ? undefined : before + turkish + after,
  }
}
