import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { FoldedText } from '#shared/text/title-match.ts'

/** A point in the history of the content. */
export interface Position {
  feed: string
  revision: Revision
}

/** What was typed, taken apart once for every engine. */
export interface TitleQuery {
  /**
   * What a title must contain: distinct, the longest first, and none that another one contains.
   * At least one, none empty.
   */
  words: readonly FoldedText[]
  /** All of it folded, its words in the order in which they were typed. */
  whole: FoldedText
}

/** Which part of the titles that match is asked for. */
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
  /** What of the content the answer stands for. */
  position: Position
  /** All titles that match, of which `titles` are the asked-for part. */
  total: number
  /**
   * Those that begin with the query as it was typed, then those that contain it so, then the others
   * (`closenessOf`); among equals the newest first, then by id.
   */
  titles: FoundTitle[]
}

export type EngineName = 'embedded' | 'meili'

/** An engine found what does not match: it is not to be believed for a while. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

/** Finds the titles that contain every word; any two engines find the same. */
export interface TitleEngine {
  readonly name: EngineName
  /** What of the content it stands for; undefined until it can answer. */
  readonly position: Position | undefined
  /** @throws when it cannot answer now; never answers wrongly instead */
  search(query: TitleQuery, part: AskedPart, signal: AbortSignal): Promise<FoundTitles>
}

/** @throws {Error} before anything was loaded: there is nothing to answer from */
export function requirePosition(position: Position | undefined): Position {
  if (!position) throw new Error('The titles are not loaded yet')
  return position
}
