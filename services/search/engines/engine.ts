import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { FoldedText } from '#shared/text/title-match.ts'

/** A point in the history of the content. */
export interface FeedPosition {
  feed: string
  revision: Revision
}

/** What was typed, parsed once for all engines. */
export interface TitleQuery {
  /**
   * Words that a title must contain: distinct, the longest first, and none that is part of another
   * one. At least one, none empty.
   */
  words: readonly FoldedText[]
  /** The whole text folded, its words in the order in which they were typed. */
  whole: FoldedText
}

/** Which part of the matching titles is requested. */
export interface AskedPart {
  limit: number
  offset: number
}

export interface FoundTitle {
  id: string
  title: string
  path: PagePath
}

export interface FoundTitles {
  /** The position in content's history that the answer reflects. */
  position: FeedPosition
  /** The number of all matching titles, of which `titles` is the requested part. */
  total: number
  /**
   * Titles that begin with the query as typed, then those that contain it so, then the others
   * (`closenessOf`); among equals the newest first, then by id.
   */
  titles: FoundTitle[]
}

export type EngineName = 'embedded' | 'meili'

/** An engine returned a title that does not match: it is not trusted for a while. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

/** Finds the titles that contain every word; any two engines find the same. */
export interface TitleEngine {
  readonly name: EngineName
  /** The position in content's history that it reflects; undefined until it can answer. */
  readonly position: FeedPosition | undefined
  /** @throws when it cannot answer at the moment; it never gives a wrong answer instead */
  search(query: TitleQuery, part: AskedPart, signal: AbortSignal): Promise<FoundTitles>
}

/** @throws {Error} before anything was loaded */
export function requirePosition(position: FeedPosition | undefined): FeedPosition {
  if (!position) throw new Error('The titles are not loaded yet')
  return position
}
