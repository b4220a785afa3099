import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { StoredEntry } from './stored-entry.ts'

export interface ReadEntry {
  entry: StoredEntry
  /** Another one after every change of the path: an entry read earlier still stands if it is equal. */
  version: string
}

/** What the start of a stored entry says of it. */
export interface EntryDescription {
  /** As `fingerprintOf` gives for the entry. */
  fingerprint: string
  revision: Revision
}

/**
 * Where finished pages of one build are kept. Everything in it can be made again.
 *
 * A write is not forced to the disk: one that a power cut took back leaves the entry before it, which
 * `describe` shows, or a damaged one, which counts as missing.
 */
export interface PageStore {
  /** @returns `undefined` when there is none, or what is there is damaged */
  read(path: PagePath): Promise<ReadEntry | undefined>
  /** The version that `read` would give, without reading; `undefined` when there is none. */
  version(path: PagePath): Promise<string | undefined>
  /**
   * What is stored, at a fraction of the cost of reading it. Damage to a body that left its length
   * alone goes unseen.
   *
   * @returns `undefined` when there is none, or it is damaged
   */
  describe(path: PagePath): Promise<EntryDescription | undefined>
  /** Replaces the entry at once and as a whole: no reader ever sees part of one. */
  write(entry: StoredEntry): Promise<void>
  remove(path: PagePath): Promise<void>
  /** Every path that has an entry, be it damaged, in no order, and when it was written. */
  list(): AsyncIterable<{ path: PagePath; writtenAt: Date }>
  /** Forgets every page of this build. */
  clear(): Promise<void>
  /**
   * Says that entries were replaced or removed, once they are: who keeps copies looks for that, not
   * for each entry. A first entry of a path needs none.
   */
  noteChange(): Promise<void>
  /** Another word after every note; `undefined` before the first. */
  lastChange(): Promise<string | undefined>
  /** A word that was left in the store, or `undefined`. */
  readMark(): Promise<string | undefined>
  writeMark(mark: string): Promise<void>
}

export interface KeptAsset {
  bytes: Buffer
  /** Whether they were compared with what is known of them; a former build may have kept no sums. */
  isProven: boolean
}

/** Hashed files of the browser builds; a tab that is open for days asks for those of its own. */
export interface AssetStore {
  /**
   * Keeps all hashed files of a folder as those of a build, and writes again what was lost or
   * damaged of them.
   *
   * @returns how many files were written
   */
  keep(build: string, folder: string): Promise<number>
  /**
   * Damage is put right where the bytes are to be had from another place in the store.
   *
   * @param file the name below `/assets/`
   * @returns `undefined` when no kept build has it whole, and for what cannot be the name of a hashed
   *   file
   */
  read(file: string): Promise<KeptAsset | undefined>
  /** Of all files of all kept builds, compressed forms included. */
  names(): Promise<ReadonlySet<string>>
}

/** Drawn pictures, by names that change with what they look like. Each can be drawn again. */
export interface PictureStore {
  /** @returns a PNG file; `undefined` when there is none, or what is there is damaged */
  read(name: string): Promise<Buffer | undefined>
  write(name: string, png: Buffer): Promise<void>
  /** Forgets what was written before a moment. @returns how many that were */
  dropBefore(moment: Date): Promise<number>
}

/** One store for all builds. */
export interface Store {
  pages(build: string): PageStore
  assets: AssetStore
  pictures: PictureStore
  /** Builds that have pages, a mark or assets here. */
  builds(): Promise<string[]>
  /**
   * Forgets the pages and the mark of a build, and its assets unless they are to stay; those of
   * other builds stay whole. Safe to repeat after it died half-way.
   */
  drop(build: string, options: { keepAssets: boolean }): Promise<void>
}
