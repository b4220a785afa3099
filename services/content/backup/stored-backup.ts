/** Where one backup is, or is to be. */
export interface StoredBackup {
  /** As messages name it. */
  readonly name: string
  /** @throws {BackupError} when there is none */
  size(): Promise<number>
  /**
   * Its bytes from the beginning, each time it is called.
   *
   * @throws {BackupError} when there is none, or it cannot be read
   */
  open(): AsyncIterable<Uint8Array>
  /**
   * Writes a backup, whole or not at all: also when the process is killed.
   *
   * @param verify reads what was written; there is no backup if it throws
   * @returns the size in bytes
   * @throws {BackupError} when it cannot be written
   */
  write(
    chunks: AsyncIterable<Uint8Array>,
    verify: (written: ReadableBackup) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<number>
}

/** What a command reads. */
export type ReadableBackup = Pick<StoredBackup, 'name' | 'open'>

/** Where backups are kept: a folder or a bucket. */
export interface BackupPlace {
  /** As messages name it. */
  readonly name: string
  /** The names of all backups, the newest first. Whatever else is there is left out. */
  list(): Promise<string[]>
  backup(name: string): StoredBackup
  remove(name: string): Promise<void>
  /**
   * Removes what killed processes left of backups that they began before this time.
   *
   * @returns the names of what was removed
   */
  removeUnfinished(before: Date): Promise<string[]>
}
