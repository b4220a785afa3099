import { randomInt, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasCode } from '#shared/errors.ts'
import { atOnce, inThreadPool, type WriteCalls } from './write-calls.ts'

/** Where files are written before they get their name; no key begins like this. */
export const UNFINISHED = '_unfinished'
/** Another process may remove the folder of a file that is being written. */
const ATTEMPTS = 5

/** A folder that files are written to. */
export interface WritableFolder {
  folder: string
  /** Whether writing may hold up everything else in this process. */
  blocking: boolean
  calls: WriteCalls
  /** The time in seconds, each time a later one. */
  clock(): number
}

export const openForWriting = (folder: string, blocking: boolean): WritableFolder => ({
  folder,
  blocking,
  calls: blocking ? atOnce : inThreadPool,
  clock: createClock(),
})

/**
 * Replaces a file atomically.
 *
 * @param seconds its modification time, if not the present one
 */
export async function replaceFile(
  to: WritableFolder,
  key: string,
  parts: readonly Buffer[],
  seconds?: number,
): Promise<void> {
  await pause(to)
  await replace(to, key, parts, seconds)
}

/**
 * Like `replaceFile`; a new file may be seen before it is complete. A full rebuild writes thousands
 * of new files, and renaming would double the cost of each. In the thread pool it takes so long
 * that others would find the beginning of a file.
 */
export async function writeSealedFile(
  to: WritableFolder,
  key: string,
  parts: readonly Buffer[],
): Promise<void> {
  if (!to.blocking) return replace(to, key, parts)
  await pause(to)
  try {
    await writeNew(to.calls, path.join(to.folder, key), parts)
  } catch {
    // The file exists, or its folder does not; or the disk is full, which `replace` reports.
    await replace(to, key, parts)
  }
}

/** Gives a file the present modification time; creates an empty one if there is none. */
export async function touchFile(to: WritableFolder, key: string): Promise<void> {
  const seconds = to.clock()
  try {
    await to.calls.utimes(path.join(to.folder, key), seconds, seconds)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await replace(to, key, [])
  }
}

/** Between two files, the event loop does what has come up meanwhile. */
const pause = ({ blocking }: WritableFolder) => (blocking ? nextTurn() : undefined)

async function replace(
  { folder, calls, clock }: WritableFolder,
  key: string,
  parts: readonly Buffer[],
  seconds?: number,
): Promise<void> {
  const file = path.join(folder, key)
  const unfinished = path.join(folder, UNFINISHED)
  const temporary = path.join(unfinished, randomUUID())
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt > 1) await makeFolders(unfinished, path.dirname(file))
      await writeNew(calls, temporary, parts, seconds ?? clock())
      return await calls.rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      // The folder does not exist before its first file.
      if (!hasCode(error, 'ENOENT') || attempt === ATTEMPTS) throw error
    }
  }
}

async function writeNew(
  calls: WriteCalls,
  name: string,
  parts: readonly Buffer[],
  seconds?: number,
): Promise<void> {
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

async function makeFolders(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true })
}

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
