import { inspect } from 'node:util'
import { BackupError } from '../../services/content/backup/backup-error.ts'
import { ContentError } from '../../services/content/folder/content-problem.ts'
import {
  describeWithdrawal,
  WithdrawalError,
} from '../../services/content/import/bound-withdrawals.ts'
import { ExportError } from '../../services/render/files/export/export-error.ts'
import { EnvironmentError } from '../../services/shared/config.ts'
import { MigrationError } from '../../services/shared/database/migrate.ts'
import { mayPass } from '../../services/shared/database/try-again.ts'
import { hasCode } from '../../services/shared/errors.ts'
import { StartError } from './start-error.ts'

/** A sentence for errors that the operator can correct; for bugs the stack, with all causes. */
export function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.userMessage
  if (error instanceof ContentError || error instanceof BackupError) return error.message
  if (error instanceof WithdrawalError) return describeWithdrawal(error, 'npm start --')
  // A temporary failure needs no correction, only another start.
  if (error instanceof MigrationError && mayPass(error)) return `${error.message}. Start again.`
  if (error instanceof ExportError) return withCause(error)
  if (error instanceof EnvironmentError) return error.message
  if (hasCode(error, 'ENOSPC')) {
    return 'The disk is full. Free at least 256 MB on it, then start again.'
  }
  return error instanceof Error ? inspect(error) : String(error)
}

/** Adds the stack if a page could not be rendered, because that is a bug. */
function withCause({ message, cause }: ExportError): string {
  const isOurs = cause instanceof Error && !('code' in cause)
  return isOurs ? `${message}\n${cause.stack}` : message
}
