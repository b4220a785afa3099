import type { Tag } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import type { Category } from '../site/category-repository.ts'
import type { SiteSettings } from '../site/site-settings.ts'

/** Something that is looked at, such as the settings of the site or the newest articles of a list. */
export interface Reading<Value> {
  /** What is there now under these keys, as a JSON value. Keys of missing things are left out. */
  load(snapshot: Snapshot, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>
  /**
   * Whether what was seen may be remembered from one edit of articles to the next. Only for what such
   * an edit changes under no key but those it watches.
   */
  remembered?: true
  /** What an edit asks for under keys that it has written itself; `load` unless given. */
  reload?(db: Reader, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>
}

/**
 * A kind of thing that pages show and that many edits may change, such as the newest articles of a
 * list. Looking at it before and after an edit shows whether the edit changed it.
 */
export interface TrackedReading<Value> extends Reading<Value> {
  /** The tags of a difference. Called only for keys whose values differ. */
  tags(key: string, before: Value | undefined, after: Value | undefined): readonly Tag[]
}

/** The content at one point of an edit. What several `load`s need is read once. */
export interface Snapshot {
  db: Reader
  read<Value>(seen: Reading<Value>, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>
  /** @returns `undefined` before the first import */
  findSettings(): Promise<SiteSettings | undefined>
  /** @throws {SiteError} `unavailable` before the first import */
  settings(): Promise<SiteSettings>
  categories(): Promise<Category[]>
}

/** The keys of a kind that has only one instance. */
export const ONLY: readonly [string] = ['']
