import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file system of its own size, in memory. */
export interface SmallDisk {
  folder: string
  /** Takes what room is left. Safe to repeat, as others free some meanwhile. */
  fill(): void
  /** Gives back what `fill` took. */
  free(): void
  /** Takes it away, and all that is on it. Safe to repeat. */
  remove(): void
}

/** Written at a time, largest first, until not even the last fits. */
const PIECES = [1024 * 1024, 4096, 1]

/** @throws {Error} where file systems cannot be mounted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'finlore-disk-'))
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounting.status !== 0) {
    rmSync(folder, { recursive: true })
    throw new Error(`no tmpfs can be mounted here: ${mounting.stderr ?? mounting.error}`)
  }
  const ballast = path.join(folder, 'ballast')
  let isThere = true
  const remove = () => {
    if (!isThere) return
    isThere = false
    process.removeListener('exit', remove)
    // A lazy unmount succeeds even while files there are still open.
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return {
    folder,
    fill() {
      for (const bytes of PIECES) while (append(ballast, Buffer.alloc(bytes))) {}
    },
    free: () => rmSync(ballast, { force: true }),
    remove,
  }
}

/** @returns whether there was room */
function append(file: string, bytes: Buffer): boolean {
  try {
    appendFileSync(file, bytes)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

/** Why tests with a small disk are left out here, or `undefined` when they can run. */
export const missingSmallDisk: string | undefined = tryMounting()

function tryMounting(): string | undefined {
  try {
    mountSmallDisk(1).remove()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
