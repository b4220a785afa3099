import type { BigIntStats } from 'node:fs'
import { open, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import {
  openForWriting,
  replaceFile,
  touchFile,
  UNFINISHED,
  writeSealedFile,
} from './folder-writes.ts'
import { ifFilePresent, listFiles, removeFiles, removeLeftBehind } from './list-folder.ts'
import type { ObjectStorage } from './object-storage.ts'

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
  const to = openForWriting(folder, blocking)
  return {
    read: (key) => readFile(path.join(folder, key)),
    readStart: (key, length) => readFileStart(path.join(folder, key), length),
    version: (key) => readVersion(path.join(folder, key)),
    write: (key, ...parts) => replaceFile(to, key, parts),
    writeDated: (key, writtenAt, bytes) =>
      replaceFile(to, key, [bytes], writtenAt.getTime() / 1_000),
    writeSealed: (key, ...parts) => writeSealedFile(to, key, parts),
    touch: (key) => touchFile(to, key),
    async remove(key) {
      await ifFilePresent(() => unlink(path.join(folder, key)))
    },
    list: (within) => list(folder, within),
    removeFolder: (within) => removeFolder(folder, within),
    topFolders: () => topFolders(folder),
  }
}

const readFile = (name: string) =>
  ifFilePresent(async () => {
    await using file = await open(name)
    const status = await file.stat({ bigint: true })
    return { bytes: await readBytes(file, Number(status.size)), version: versionOf(status) }
  })

const readFileStart = (name: string, length: number) =>
  ifFilePresent(async () => {
    await using file = await open(name)
    const { size } = await file.stat()
    return { bytes: await readBytes(file, Math.min(size, length)), size }
  })

const readVersion = (name: string) =>
  ifFilePresent(async () => versionOf(await stat(name, { bigint: true })))

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

/** The inode alone is not enough: numbers of deleted files are soon used again. */
const versionOf = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`

async function* list(folder: string, within: string) {
  await removeLeftBehind(path.join(folder, UNFINISHED))
  yield* listFiles(folder, within)
}

async function removeFolder(folder: string, within: string): Promise<void> {
  const removed = path.join(folder, within)
  await removeFiles(folder, within)
  // Another process may be writing: a folder that fills up again is emptied again.
  await rm(removed, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 })
  // An empty folder counts as none, so its parent is removed if it is empty now.
  if (within.includes('/')) await rmdir(path.dirname(removed)).catch(() => {})
}

async function topFolders(folder: string): Promise<string[]> {
  const entries = await ifFilePresent(() => readdir(folder, { withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && entry.name !== UNFINISHED)
    .map(({ name }) => name)
}
