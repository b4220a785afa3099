import { closeSync, futimesSync, openSync, renameSync, utimesSync, writevSync } from 'node:fs'
import { open, rename, utimes } from 'node:fs/promises'

type Soon<Result> = Result | Promise<Result>

/** A file that has just been created. Times are in seconds. */
interface NewFile {
  writev(parts: readonly Buffer[]): Soon<{ bytesWritten: number }>
  utimes(accessedAt: number, modifiedAt: number): Soon<void>
  close(): Soon<void>
}

/** What writing to a folder asks of the file system. */
export interface WriteCalls {
  /** @throws when there is a file of this name already */
  create(name: string): Soon<NewFile>
  rename(from: string, to: string): Soon<void>
  utimes(name: string, accessedAt: number, modifiedAt: number): Soon<void>
}

/** Writes in Node's thread pool, while the process answers its readers. */
export const inThreadPool: WriteCalls = { create: (name) => open(name, 'wx'), rename, utimes }

/**
 * Writes at once, in a fraction of the time: these calls do not wait for the disk, and a round trip
 * to the thread pool takes longer than each of them. Meanwhile the process does nothing else.
 */
export const atOnce: WriteCalls = {
  create(name) {
    const file = openSync(name, 'wx')
    return {
      writev: (parts) => ({ bytesWritten: writevSync(file, parts) }),
      utimes: (accessedAt, modifiedAt) => futimesSync(file, accessedAt, modifiedAt),
      close: () => closeSync(file),
    }
  },
  rename: renameSync,
  utimes: utimesSync,
}
