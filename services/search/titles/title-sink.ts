import type { NameList, TitleEntry } from '#shared/contracts/change.ts'
import type { FeedPosition } from '../engines/engine.ts'

export interface TitleChange {
  upserts: readonly TitleEntry[]
  /** Ids; unknown ones are ignored. */
  removals: readonly string[]
}

/**
 * A searchable collection of titles. There is one writer, which waits for each call before the
 * next. Every call may be repeated.
 */
export interface TitleSink {
  /**
   * Replaces all titles. Until all new ones are ready, the former ones are found.
   *
   * @param pages each title once, in the order of ids
   */
  replaceAll(pages: AsyncIterable<readonly TitleEntry[]>, position: FeedPosition): Promise<void>
  /** Applies changes atomically: the former titles are found until all changes are in. */
  apply(change: TitleChange, position: FeedPosition): Promise<void>
}

/** A searchable collection of names that readers may type instead of titles. */
export interface NameSink {
  replaceNames(names: NameList): Promise<void>
}
