import { isDatabaseOutage } from '#shared/database/database-outage.ts'
import { mayPass, reasonOf } from '#shared/database/try-again.ts'

/** A backup that cannot be taken or restored; the message is for the person who started it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** @throws {BackupError} instead of errors about an unavailable database or locked tables */
export async function asBackupError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    if (!mayPass(cause)) throw cause
    const what = isDatabaseOutage(cause)
      ? 'The database cannot be reached'
      : 'Others are at work on the same tables'
    throw new BackupError(`${what}: ${reasonOf(cause)}. Nothing was changed. Try again.`, { cause })
  }
}
