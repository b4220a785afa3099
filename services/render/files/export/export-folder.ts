import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf } from '#shared/database/try-again.ts'
import { hasCode } from '#shared/errors.ts'
import { ExportError } from './export-error.ts'

/** Marks a folder as an export, which the next one may replace. */
export const MARKER_FILE = 'finlore-export.json'

export interface ExportFolder {
  /** Where the new export is being written. */
  folder: string
  /** Replaces the former folder by what was written. */
  finish(): Promise<void>
  /** Removes what was written; the former folder stays. Safe after `finish`. */
  discard(): Promise<void>
}

/**
 * Creates a folder beside the wanted one, to replace it when complete.
 *
 * @throws {ExportError} when the wanted folder contains anything but an export
 */
export async function openExportFolder(wanted: string): Promise<ExportFolder> {
  const target = await realpath(wanted).catch(() => path.resolve(wanted))
  await requireReplaceable(target)
  const nonce = randomBytes(4).toString('hex')
  const folder = `${target}.tmp-${nonce}`
  const former = `${target}.old-${nonce}`
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new ExportError(`${folder} cannot be made: ${reasonOf(cause)}`, { cause })
  })

  return {
    folder,
    async finish() {
      // Something may have been written there meanwhile.
      const found = await requireReplaceable(target)
      if (found) await move(target, former)
      try {
        await move(folder, target)
      } catch (error) {
        if (found) await rename(former, target)
        throw error
      }
      if (found) await rm(former, { recursive: true, force: true })
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** @returns whether there is a folder */
async function requireReplaceable(target: string): Promise<boolean> {
  const names = await readdir(target).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return undefined
    throw new ExportError(`${target} cannot be written: ${reasonOf(cause)}`, { cause })
  })
  if (!names) return false
  if (names.length > 0 && !names.includes(MARKER_FILE)) {
    throw new ExportError(
      `${target} holds files that are not an export of a site, and an export would replace them. Name an empty or a new folder.`,
    )
  }
  return true
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((cause: unknown) => {
    throw new ExportError(
      `${from} cannot be renamed to ${to}: ${reasonOf(cause)}. If the folder is a mount point, name a folder inside it.`,
      { cause },
    )
  })
}
