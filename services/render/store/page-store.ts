import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { StoredEntry } from './stored-entry.ts'

export interface ReadEntry {
  entry: StoredEntry
  /** Changes with every change of the path: an entry is right as long as its version is equal. */
  version: string
}

/** What the header of a stored entry says. */
export interface EntryDescription {
  /** As `fingerprintOf` gives for the entry. */
  fingerprint: string
  revision: Revision
}

/**
 * Where the finished pages of one build are stored. Everything in it can be made again.
 *
 * A write is not forced to the disk. After a power cut the former entry may be back, which
 * `describe` shows, or the entry may be damaged, which counts as missing.
 */
export interface PageStore {
  /** @returns `undefined` when there is none, or it is damaged */
  read(path: PagePath): Promise<ReadEntry | undefined>
  /** The version that `read` would return, without reading; `undefined` when there is none. */
  version(path: PagePath): Promise<string | undefined>
  /**
   * What is stored, at a fraction of the cost of reading it. Does not notice damage to a body that
   * kept its length.
   *
   * @returns `undefined` when there is none, or it is damaged
   */
  describe(path: PagePath): Promise<EntryDescription | undefined>
  /** Replaces the entry atomically: no reader ever sees part of one. */
  write(entry: StoredEntry): Promise<void>
  remove(path: PagePath): Promise<void>
  /** Every path that has an entry, even a damaged one, in no order, and when it was written. */
  list(): AsyncIterable<{ path: PagePath; writtenAt: Date }>
  /** Deletes every page of this build. */
  clear(): Promise<void>
  /**
   * Notes that entries were replaced or removed; call it after that. Servers with copies check this
   * note instead of each entry. The first entry of a path needs no note.
   */
  noteChange(): Promise<void>
  /** A different value after every note; `undefined` before the first. */
  lastChange(): Promise<string | undefined>
  /** The paths that readers ask for most, the most read first, as last noted; empty before that. */
  readMostRead(): Promise<PagePath[]>
  noteMostRead(paths: readonly PagePath[]): Promise<void>
  /** To what these pages belong, as last stored with `writeOwner`; `undefined` before that. */
  readOwner(): Promise<string | undefined>
  writeOwner(owner: string): Promise<void>
}

export interface StoredAsset {
  bytes: Buffer
  /** Whether the bytes were compared with their SHA-256; a former build may have stored no sums. */
  isProven: boolean
}

/** Hashed files of browser builds; a tab that is open for days requests those of its own build. */
export interface AssetStore {
  /**
   * Stores all hashed files of a folder as those of a build, and writes again what was lost or
   * damaged of them.
   *
   * @returns how many files were written
   */
  keep(build: string, folder: string): Promise<number>
  /**
   * Repairs damage where the store has the bytes in another place too.
   *
   * @param file the name below `/assets/`
   * @returns `undefined` when no kept build has the file whole, and for a name that no hashed file
   *   can have
   */
  read(file: string): Promise<StoredAsset | undefined>
  /** The names of all files of all kept builds, compressed forms included. */
  names(): Promise<ReadonlySet<string>>
}

/** Drawn pictures, by names that change with their looks. Each can be drawn again. */
export interface PictureStore {
  /** @returns a PNG file; `undefined` when there is none, or what is there is damaged */
  read(name: string): Promise<Buffer | undefined>
  write(name: string, png: Buffer): Promise<void>
  /** Deletes pictures written before a moment. @returns how many there were */
  dropBefore(moment: Date): Promise<number>
}

/** One store for all builds. */
export interface PageStores {
  pages(build: string): PageStore
  assets: AssetStore
  pictures: PictureStore
  /** Builds that have pages, an owner or assets here. */
  builds(): Promise<string[]>
  /**
   * Deletes the pages and the owner of a build, and its assets unless they are to stay; other
   * builds are not affected. Safe to repeat after a crash half-way.
   */
  drop(build: string, options: { keepAssets: boolean }): Promise<void>
}
