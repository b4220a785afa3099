/** Bytes by key, as a folder or a bucket keeps them. Keys are names joined by `/`. */
export interface ObjectStorage {
  read(key: string): Promise<{ bytes: Buffer; version: string } | undefined>
  /**
   * @returns at most `length` bytes from its beginning, and the size of the whole, in bytes; maybe
   *   `undefined` when it is empty
   */
  readStart(key: string, length: number): Promise<{ bytes: Buffer; size: number } | undefined>
  version(key: string): Promise<string | undefined>
  /** Replaces the object at once and as a whole by these parts, one after the other. */
  write(key: string, ...parts: readonly Buffer[]): Promise<void>
  /**
   * The same for what carries a checksum of its own: where nothing is yet, others may see it before
   * it is whole.
   */
  writeSealed(key: string, ...parts: readonly Buffer[]): Promise<void>
  /** Gives the object another version, whatever is in it; makes it where there is none. */
  touch(key: string): Promise<void>
  remove(key: string): Promise<void>
  /** Every object whose key begins with `{folder}/`, in no order. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Removes every object whose key begins with `{folder}/`. */
  removeFolder(folder: string): Promise<void>
  /** The first names of all keys that have more than one. */
  topFolders(): Promise<string[]>
}
