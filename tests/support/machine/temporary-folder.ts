import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProcess } from '../../../deploy/local/postgres/process-table.ts'

/** Files in memory, where a Linux has them. */
const MEMORY = '/dev/shm'
/** What a whole run needs at once, with room to spare: databases, pages, browsers. */
const NEEDED_BYTES = 6 * 1024 ** 3
const PREFIX = 'finlore-tests-'

/** Where what is kept from one run to the next lies. A run has a temporary folder of its own. */
export const CACHE_HOME = process.env.TEST_CACHE_HOME ?? tmpdir()

/**
 * A temporary folder for this run, and settings that make processes use it. It is in memory where
 * there is room: making a database takes a tenth of the time there. Crashes of the machine are not
 * what tests try, so nothing has to reach a disk.
 *
 * `remove` takes it away; what a killed run left behind goes with the next one.
 */
export function openTemporaryFolder(): { env: Record<string, string>; remove(): void } {
  if (!hasRoom()) return { env: {}, remove() {} }
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !findProcess(Number(name.slice(PREFIX.length)))) {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true })
    }
  }
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  return {
    env: { TMPDIR: folder, TEST_CACHE_HOME: CACHE_HOME },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < NEEDED_BYTES) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
