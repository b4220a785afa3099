import { parseArgs } from 'node:util'
import { EnvironmentError } from '#shared/config.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead } from './backup-file.ts'
import type { Restored } from './restore-backup.ts'
import type { Backup } from './take-backup.ts'

/** The report of a finished backup. */
export const describeBackup = ({ file, head, bytes }: Backup): string =>
  `${contentOf(head)}, ${(bytes / 1_000_000).toFixed(1)} MB in ${file}`

/** The report of a finished restore. */
export const describeRestored = ({ head, revision }: Restored): string =>
  `${contentOf(head)} restored; the site goes on at revision ${revision}. Search and pages follow by themselves, as soon as they run.`

function contentOf({ tables, revision, takenAt }: BackupHead): string {
  const articles = tables.find(({ name }) => name === 'article')?.rows ?? 0
  return `${articles} articles as they were at ${takenAt}, revision ${revision}`
}

/** A sentence for errors that people can correct; the stack trace for all others. */
export function describeFailure(error: unknown): string {
  if (error instanceof BackupError || error instanceof EnvironmentError) return error.message
  return error instanceof Error ? String(error.stack ?? error) : String(error)
}

/** @throws {BackupError} with the usage */
export function readRestoreArguments(args: readonly string[], usage: string) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0) return { file, replace: values.replace }
  } catch {
    // The usage error below covers this as well.
  }
  throw new BackupError(usage.trimEnd())
}
