import { isDatabaseOutage } from '#shared/database/database-outage.ts'
import { mayPass, reasonOf } from '#shared/database/try-again.ts'

/** A backup that cannot be taken or restored: a sentence for whoever asked for it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** @throws {BackupError} in place of what the database says when it is away, or others are in the way */
export async function sayWhatIsInTheWay<Result>(work: Promise<Result>): Promise<Result> {
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
