/** Bytes by key, in a folder or a bucket them. Keys are names joined by `/`. */
export interface ObjectStorage {
  read(key: string): Promise<{ bytes: Buffer; version: string } | undefined>
  /**
   * @returns at most the first `length` bytes, and the size of the whole object in bytes; may be
   *   `undefined` for an empty object
   */
  readStart(key: string, length: number): Promise<{ bytes: Buffer; size: number } | undefined>
  version(key: string): Promise<string | undefined>
  /** Replaces the object atomically by these parts, one after the other. */
  write(key: string, ...parts: readonly Buffer[]): Promise<void>
  /**
   * Like `write`, for objects with a checksum of their own: a new object may be seen before it is
   * complete.
   */
  writeSealed(key: string, ...parts: readonly Buffer[]): Promise<void>
  /** Gives the object a new version, and may replace its bytes; creates it if there is none. */
  touch(key: string): Promise<void>
  remove(key: string): Promise<void>
  /** Every object whose key begins with `{folder}/`, in no order. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Removes every object whose key begins with `{folder}/`. */
  removeFolder(folder: string): Promise<void>
  /** The first names of all keys that have more than one name. */
  topFolders(): Promise<string[]>
}
