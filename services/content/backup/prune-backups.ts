import { timeOfBackup } from './backup-name.ts'
import type { BackupPlace } from './stored-backup.ts'

const DAY_MS = 24 * 60 * 60_000
/** No backup takes this long: an older unfinished one is from a process that was killed. */
const UNFINISHED_MS = DAY_MS
/** All of the last 24 hours are kept up to this many: a process that restarts takes one each time. */
const MAX_RECENT = 48

/**
 * Removes old backups, and what killed processes left. A backup is never replaced by a younger one of
 * its day: what was taken before an upgrade that spoils the content is what it can be undone with. So
 * all of the last 24 hours are kept, and of each day before the first, until it is as old as is
 * wished. A process that restarts repeatedly takes a backup each time: where there are more than 48,
 * of the last 24 hours the first of each hour is kept. Of those that are older than a day the newest
 * stays however old it is, so the one just taken is never the only one; and so does whatever has
 * another name.
 *
 * @param days the age at which backups are removed; 0: never, and nothing else is removed either
 * @param taken the name of the backup just taken, which is always kept
 * @returns the names of what was removed
 */
export async function pruneBackups(
  place: BackupPlace,
  days: number,
  taken: string,
): Promise<string[]> {
  if (days === 0) return []
  const old = oldBackups(await place.list(), days, taken)
  for (const name of old) await place.remove(name)
  const unfinished = await place.removeUnfinished(
    new Date(timeOfBackup(taken).getTime() - UNFINISHED_MS),
  )
  return [...old, ...unfinished]
}

/** @param names the newest first */
function oldBackups(names: readonly string[], days: number, taken: string): string[] {
  const now = timeOfBackup(taken).getTime()
  const ageOf = (name: string) => now - timeOfBackup(name).getTime()
  // After the clock was set back, some bear a later time.
  const isRecent = (name: string) => ageOf(name) < DAY_MS
  /** Of the backups of such a span of time one is kept: of an hour within the last day, else of a day. */
  const spanOf = (name = '') =>
    name.slice(0, isRecent(name) ? 'finlore-yyyymmddThh'.length : 'finlore-yyyymmdd'.length)
  const firsts = names.filter((name, place) => spanOf(name) !== spanOf(names[place + 1]))
  const lastOld = firsts.find((name) => !isRecent(name))
  const recent = names.filter(isRecent)
  const kept = new Set([
    taken,
    ...(recent.length <= MAX_RECENT ? recent : []),
    ...firsts.filter((name) => isRecent(name) || ageOf(name) < days * DAY_MS || name === lastOld),
  ])
  return names.filter((name) => !kept.has(name))
}
