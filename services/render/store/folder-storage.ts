import { randomInt, randomUUID } from 'node:crypto'
import type { BigIntStats, Dirent } from 'node:fs'
import { mkdir, open, opendir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasCode } from '#shared/errors.ts'
import type { ObjectStorage } from './object-storage.ts'
import { atOnce, inThreadPool } from './write-calls.ts'

/** Where files are written before they get their name; no key begins like this. */
const UNFINISHED = '_unfinished'
/** A write takes milliseconds, so an older unfinished file was left by a crash. */
const LEFT_BEHIND_MS = 60 * 60 * 1_000
/** Another process may remove the folder of a file that is being written. */
const ATTEMPTS = 5
/** Error codes of a file system that may not be written to. */
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM']
/** Files looked at together. */
const LIST_BATCH = 64

export interface FolderOptions {
  /** Whether writing may hold up everything else in this process: for processes without readers. */
  blocking?: boolean | undefined
}

export interface FolderStorage extends ObjectStorage {
  /** Like `write`, but with this modification time, also at the first moment it is visible. */
  writeDated(key: string, writtenAt: Date, bytes: Buffer): Promise<void>
}

/**
 * Objects as files of a folder, which several processes and machines may share.
 *
 * @param folder created when missing
 */
export function createFolderStorage(
  folder: string,
  { blocking = false }: FolderOptions = {},
): FolderStorage {
  const calls = blocking ? atOnce : inThreadPool
  // Between two files, the event loop does what has come up meanwhile.
  const pause = () => (blocking ? nextTurn() : undefined)
  const unfinished = path.join(folder, UNFINISHED)
  const fileOf = (key: string) => path.join(folder, key)
  const clock = createClock()

  async function writeNew(name: string, parts: readonly Buffer[], seconds?: number): Promise<void> {
    const file = await calls.create(name)
    try {
      const size = parts.reduce((sum, part) => sum + part.length, 0)
      const { bytesWritten } = await file.writev(parts)
      // A full disk accepts only a part, without an error.
      if (bytesWritten < size)
        throw new Error(`${name} could not be written whole: is the disk full?`)
      if (seconds !== undefined) await file.utimes(seconds, seconds)
    } finally {
      await file.close()
    }
  }

  async function replace(key: string, parts: readonly Buffer[], seconds?: number): Promise<void> {
    const file = fileOf(key)
    const temporary = path.join(unfinished, randomUUID())
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (attempt > 1) await makeFolders(unfinished, path.dirname(file))
        await writeNew(temporary, parts, seconds ?? clock())
        return await calls.rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        // The folder does not exist before its first file.
        if (!hasCode(error, 'ENOENT') || attempt === ATTEMPTS) throw error
      }
    }
  }

  return {
    read: (key) =>
      ifPresent(async () => {
        await using file = await open(fileOf(key))
        const status = await file.stat({ bigint: true })
        return { bytes: await readBytes(file, Number(status.size)), version: versionOf(status) }
      }),
    readStart: (key, length) =>
      ifPresent(async () => {
        await using file = await open(fileOf(key))
        const { size } = await file.stat()
        return { bytes: await readBytes(file, Math.min(size, length)), size }
      }),
    version: (key) => ifPresent(async () => versionOf(await stat(fileOf(key), { bigint: true }))),
    async write(key, ...parts) {
      await pause()
      await replace(key, parts)
    },
    async writeDated(key, writtenAt, bytes) {
      await pause()
      await replace(key, [bytes], writtenAt.getTime() / 1_000)
    },
    // A full rebuild writes thousands of new files, and renaming would double the cost of each. In
    // the thread pool it takes so long that others would find the beginning of a file.
    async writeSealed(key, ...parts) {
      if (!blocking) return replace(key, parts)
      await pause()
      try {
        await writeNew(fileOf(key), parts)
      } catch {
        // The file exists, or its folder does not; or the disk is full, which `replace` reports.
        await replace(key, parts)
      }
    },
    async touch(key) {
      const seconds = clock()
      try {
        await calls.utimes(fileOf(key), seconds, seconds)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        await replace(key, [])
      }
    },
    remove: async (key) => {
      await ifPresent(() => unlink(fileOf(key)))
    },
    async *list(within) {
      await removeLeftBehind(unfinished)
      yield* listFiles(folder, within)
    },
    async removeFolder(within) {
      await removeFiles(folder, within)
      // Another process may be writing: a folder that fills up again is emptied again.
      await rm(fileOf(within), { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })
      // An empty folder counts as none, so its parent is removed if it is empty now.
      if (within.includes('/')) await rmdir(path.dirname(fileOf(within))).catch(() => {})
    },
    async topFolders() {
      const entries = await ifPresent(() => readdir(folder, { withFileTypes: true }))
      return (entries ?? [])
        .filter((entry) => entry.isDirectory() && entry.name !== UNFINISHED)
        .map(({ name }) => name)
    },
  }
}

type OpenFile = Awaited<ReturnType<typeof open>>

/** @returns fewer bytes when the file is shorter */
async function readBytes(file: OpenFile, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

async function makeFolders(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true })
}

/** The inode alone is not enough: numbers of deleted files are soon used again. */
const versionOf = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`

/**
 * The time in seconds, each time at least a microsecond later: the file system's own time stamps
 * stay the same for milliseconds, in which a file may be written more than once.
 */
function createClock(): () => number {
  let lastMicroseconds = 0
  return () => {
    // Another process may write in the same millisecond.
    const now = Date.now() * 1_000 + randomInt(1_000)
    lastMicroseconds = Math.max(now, lastMicroseconds + 1)
    return lastMicroseconds / 1e6
  }
}

async function* listFiles(
  root: string,
  within: string,
): AsyncGenerator<{ key: string; writtenAt: Date }> {
  const folder = await ifPresent(() => opendir(path.join(root, within), { bufferSize: LIST_BATCH }))
  if (!folder) return
  const folders: string[] = []
  let batch: string[] = []
  for await (const entry of folder) {
    const key = `${within}/${entry.name}`
    if (entry.isDirectory()) folders.push(key)
    else if (entry.isFile()) batch.push(key)
    if (batch.length < LIST_BATCH) continue
    yield* await lookAt(root, batch)
    batch = []
  }
  yield* await lookAt(root, batch)
  for (const key of folders) yield* listFiles(root, key)
}

/** Leaves out files that were removed meanwhile. */
async function lookAt(root: string, keys: readonly string[]) {
  const files = await Promise.all(
    keys.map((key) =>
      ifPresent(async () => ({ key, writtenAt: (await stat(path.join(root, key))).mtime })),
    ),
  )
  return files.filter((file) => file !== undefined)
}

/** Removes a few files at a time: `rm` would start with all of them at once, maybe a million. */
async function removeFiles(root: string, within: string): Promise<void> {
  const batch: string[] = []
  const remove = () =>
    Promise.all(batch.splice(0).map((key) => ifPresent(() => unlink(path.join(root, key)))))
  for await (const { key } of listFiles(root, within)) {
    batch.push(key)
    if (batch.length >= LIST_BATCH) await remove()
  }
  await remove()
}

async function removeLeftBehind(folder: string): Promise<void> {
  const entries: Dirent[] = (await ifPresent(() => readdir(folder, { withFileTypes: true }))) ?? []
  for (const { name } of entries) {
    const file = path.join(folder, name)
    await ifPresent(async () => {
      const { mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs <= LEFT_BEHIND_MS) return
      // A process that may only read leaves this to those that write.
      await unlink(file).catch((error: unknown) => {
        if (!READ_ONLY.some((code) => hasCode(error, code))) throw error
      })
    })
  }
}

/** @returns `undefined` when there is no such file or folder */
async function ifPresent<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}
