import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '../../services/shared/errors.ts'
import { findProcess } from './postgres/process-table.ts'
import { StartError } from './start-error.ts'

const FILE_NAME = 'finlore.lock'
const ATTEMPTS = 20
const SETTLE_MS = 100

export interface DataLock {
  /** Releases the folder. Safe to repeat. */
  release(): void
}

/**
 * Locks a data folder for this process, and creates the folder if necessary. The lock ends with the
 * process however that ends: it names the process and its start time, and is ignored once that
 * process is gone, even if its id has been given to another one.
 *
 * The lock is a symbolic link that leads nowhere: it is made with what it says in one step, and also
 * on a disk that is full.
 *
 * @throws {StartError} when another process holds the folder, or the folder cannot be written
 */
export async function lockDataDirectory(directory: string): Promise<DataLock> {
  const file = path.join(directory, FILE_NAME)
  const claim = `${process.pid} ${findProcess(process.pid)?.startTicks ?? '-'}`

  try {
    mkdirSync(directory, { recursive: true })
    let tookOver = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (createFile(file, claim)) {
        // Another process that found the same stale file may have moved ours: see `removeStale`.
        if (tookOver) await sleep(SETTLE_MS)
        if (readIfPresent(file) === claim) return { release: () => releaseClaim(file, claim) }
      }
      const found = readIfPresent(file)
      if (found === undefined) continue
      const holder = findHolder(found)
      if (holder !== undefined) throw inUse(directory, holder)
      removeStale(file, found)
      tookOver = true
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `DATA_DIR ${directory} cannot be used: ${reason}. Set DATA_DIR to a folder that you can write.`,
      { cause },
    )
  }
  throw new StartError(`DATA_DIR ${directory} is being claimed by others. Try again.`)
}

function createFile(file: string, text: string): boolean {
  try {
    symlinkSync(text, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** @returns the text, or `undefined` when the lock is gone */
function readIfPresent(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    // Former versions wrote a file.
    if (hasCode(error, 'EINVAL')) return readFileSync(file, 'utf8').trimEnd()
    throw error
  }
}

function findHolder(claim: string): number | undefined {
  const [, digits, startTicks] = /^(\d+) (\S+)$/.exec(claim) ?? []
  if (digits === undefined) return undefined

  const pid = Number(digits)
  const running = findProcess(pid)
  if (running === undefined) return undefined
  const isSame = running.startTicks === undefined || running.startTicks === startTicks
  return isSame || startTicks === '-' ? pid : undefined
}

/** Two processes may find the same stale file: only one of them gets to move it away. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readIfPresent(aside)
  // The other process was faster and this is its fresh claim: put it back.
  if (moved !== undefined && moved !== stale) createFile(file, moved)
  rmSync(aside, { force: true })
}

function releaseClaim(file: string, claim: string): void {
  if (readIfPresent(file) === claim) rmSync(file, { force: true })
}

function inUse(directory: string, pid: number): StartError {
  return new StartError(
    `DATA_DIR ${directory} is in use by another finlore (process ${pid}). ` +
      'Stop it, or set DATA_DIR to another folder.',
  )
}
