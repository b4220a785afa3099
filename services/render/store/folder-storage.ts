import { randomInt, randomUUID } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  type Dirent,
  futimesSync,
  openSync,
  renameSync,
  utimesSync,
  writevSync,
} from 'node:fs'
import { mkdir, open, opendir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ObjectStorage } from './object-storage.ts'

/** Where files are written before they get their name; no key begins like this. */
const UNFINISHED = '_unfinished'
/** A write takes milliseconds: what is older was left by a crash. */
const LEFT_BEHIND_MS = 60 * 60 * 1_000
/** Another process may remove the folder of a file that is being written. */
const ATTEMPTS = 5
/** What a system says to those who may not write. */
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM']
/** Files looked at together. */
const LIST_BATCH = 64

export interface FolderStorage extends ObjectStorage {
  /** Like `write`, but the file says that it is of another time: nobody sees it say that of now. */
  writeDated(key: string, writtenAt: Date, bytes: Buffer): Promise<void>
}

/**
 * Objects as files of a folder, which several processes and machines may share.
 *
 * @param folder made when missing
 */
export function createFolderStorage(folder: string): FolderStorage {
  const unfinished = path.join(folder, UNFINISHED)
  const fileOf = (key: string) => path.join(folder, key)
  const clock = createClock()

  async function replace(key: string, parts: readonly Buffer[], seconds?: number): Promise<void> {
    const file = fileOf(key)
    const temporary = path.join(unfinished, randomUUID())
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (attempt > 1) await makeFolders(unfinished, path.dirname(file))
        writeNew(temporary, parts, seconds ?? clock())
        return renameSync(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        // The first write into a folder finds it missing.
        if (codeOf(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error
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
      await nextTurn()
      await replace(key, parts)
    },
    async writeDated(key, writtenAt, bytes) {
      await nextTurn()
      await replace(key, [bytes], writtenAt.getTime() / 1_000)
    },
    // A full rebuild writes thousands of new files, and renaming each is half of what that costs.
    async writeSealed(key, ...parts) {
      await nextTurn()
      try {
        writeNew(fileOf(key), parts)
      } catch {
        // It is there, or its folder is not; or the disk is full, which is then said again.
        await replace(key, parts)
      }
    },
    async touch(key) {
      const seconds = clock()
      try {
        utimesSync(fileOf(key), seconds, seconds)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
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
      // Others may be writing: a folder that fills up again is emptied again.
      await rm(fileOf(within), { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })
      // A folder without files is none: nothing would tell that it is there for a reason.
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

/** @returns fewer bytes when the file ends before */
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

/**
 * Waits for each step instead of handing it to Node's pool of threads: nothing waits for the disk
 * itself, and four turns of that pool cost several times what they do. Whoever writes many lets
 * others in before each.
 */
function writeNew(name: string, parts: readonly Buffer[], seconds?: number): void {
  const file = openSync(name, 'wx')
  try {
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    // A disk that is full takes a part and says nothing.
    if (writevSync(file, parts) < size)
      throw new Error(`${name} could not be written whole: is the disk full?`)
    if (seconds !== undefined) futimesSync(file, seconds, seconds)
  } finally {
    closeSync(file)
  }
}

/** The inode alone would not do: the one before last is often given again. */
const versionOf = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`

/**
 * The time in seconds, later by a microsecond at least each time: the file system's own stamps stand
 * still for milliseconds, in which a file may be written more than once.
 */
function createClock(): () => number {
  let lastMicroseconds = 0
  return () => {
    // Others may write in the same millisecond.
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

/** Leaves out what was removed meanwhile. */
async function lookAt(root: string, keys: readonly string[]) {
  const files = await Promise.all(
    keys.map((key) =>
      ifPresent(async () => ({ key, writtenAt: (await stat(path.join(root, key))).mtime })),
    ),
  )
  return files.filter((file) => file !== undefined)
}

/** A few at a time: `rm` would begin with all the files of a folder at once, be they a million. */
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
      // Who may only read leaves it to those who write.
      await unlink(file).catch((error: unknown) => {
        if (!READ_ONLY.includes(String(codeOf(error)))) throw error
      })
    })
  }
}

/** @returns `undefined` when there is no such file or folder */
async function ifPresent<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined
