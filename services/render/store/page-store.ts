import type { PagePath } from '#shared/contracts/primitives.ts'
import type { StoredEntry } from './stored-entry.ts'

/** Where finished pages of one build are kept. Everything in it can be made again. */
export interface PageStore {
  /** @returns `undefined` when there is none, or what is there is damaged */
  read(path: PagePath): Promise<StoredEntry | undefined>
  /** Replaces the entry at once and as a whole: no reader ever sees part of one. */
  write(entry: StoredEntry): Promise<void>
  remove(path: PagePath): Promise<void>
  /** Forgets every page of this build. */
  clear(): Promise<void>
  /** A word that was left in the store, or `undefined`. */
  readMark(): Promise<string | undefined>
  writeMark(mark: string): Promise<void>
}
