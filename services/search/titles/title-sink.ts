import type { NameList, TitleEntry } from '#shared/contracts/change.ts'
import type { Position } from '../engines/engine.ts'

export interface TitleChange {
  upserts: readonly TitleEntry[]
  /** Ids; those that are not there are ignored. */
  removals: readonly string[]
}

/**
 * Where titles are kept to be found. There is one writer, which waits for each call before the next.
 * Every call may be made twice.
 */
export interface TitleSink {
  /**
   * Starts again with these titles. Until all of them are ready, what was there before is found.
   *
   * @param pages each title once, in the order of ids
   */
  replaceAll(pages: AsyncIterable<readonly TitleEntry[]>, position: Position): Promise<void>
  /** Takes over what changed. What was there before is found until all of it is. */
  apply(change: TitleChange, position: Position): Promise<void>
}

/** Where names are kept that readers may type instead of titles. */
export interface NameSink {
  replaceNames(names: NameList): Promise<void>
}
