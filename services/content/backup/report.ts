import { EnvironmentError } from '#shared/config.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead } from './backup-head.ts'
import type { Restored } from './restore-backup.ts'
import type { Backup } from './take-backup.ts'

/** What a person reads who took a backup. */
export const describeBackup = ({ file, head, bytes }: Backup): string =>
  `${contentOf(head)}, ${(bytes / 1_000_000).toFixed(1)} MB in ${file}`

/** What a person reads who restored one. */
export const describeRestored = ({ head, revision }: Restored): string =>
  `${contentOf(head)} restored; the site goes on at revision ${revision}. Search and pages follow by themselves, as soon as they run.`

function contentOf({ tables, revision, takenAt }: BackupHead): string {
  const articles = tables.find(({ name }) => name === 'article')?.rows ?? 0
  return `${articles} articles as they were at ${takenAt}, revision ${revision}`
}

/** A sentence for what people can mend; the stack for what we must. */
export function describeFailure(error: unknown): string {
  if (error instanceof BackupError || error instanceof EnvironmentError) return error.message
  return error instanceof Error ? String(error.stack ?? error) : String(error)
}
