import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** The time is written so that names sort by time. */
const BACKUP = /^finlore-\d{8}T\d{6}Z\.jsonl\.gz$/
const UNFINISHED = /^finlore-.*\.unfinished$/
/** No backup takes this long: an older unfinished file is from a process that was killed. */
const UNFINISHED_MS = 24 * 60 * 60_000

/** The backups of a folder, the newest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => BACKUP.test(name))
    .sort()
    .reverse()

export function backupName(time: Date): string {
  return `finlore-${time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.jsonl.gz`
}

const DAY_MS = 24 * 60 * 60_000
/** All of the last 24 hours are kept up to this many: a process that restarts takes one each time. */
const MAX_RECENT = 48

/** Of the backups of such a span of time one is kept: of an hour within the last day, else of a day. */
function spanOf(name: string, now: Date): string {
  return isRecent(name, now) ? name.slice(0, 'finlore-yyyymmddThh'.length) : dayOf(name)
}

const isRecent = (name: string, now: Date) => Math.abs(now.getTime() - timeOf(name)) < DAY_MS

const dayOf = (name: string) => name.slice(0, 'finlore-yyyymmdd'.length)

function timeOf(name: string): number {
  const [, day = '', time = ''] = /^finlore-(\d{8})T(\d{6})Z/.exec(name) ?? []
  const part = (text: string, at: number) => text.slice(at, at + 2)
  return Date.parse(
    `${day.slice(0, 4)}-${part(day, 4)}-${part(day, 6)}T${part(time, 0)}:${part(time, 2)}:${part(time, 4)}Z`,
  )
}

/**
 * Removes old backups of a folder, and unfinished files of killed processes. A backup is never
 * replaced by a younger one of its day: what was taken before an upgrade that spoils the content is
 * what it can be undone with. So all of the last 24 hours are kept, and of each day before the first.
 * A process that restarts repeatedly takes a backup each time: where there are more than 48, of the
 * last 24 hours the first of each hour is kept. Files with other names stay.
 *
 * @param days how many days (UTC) with a backup are kept
 * @param now the time of the backup just taken, which is always kept
 * @returns the names of the removed files
 */
export async function pruneBackups(folder: string, days: number, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).sort().reverse()
  const backups = names.filter((name) => BACKUP.test(name))
  const keptDays = new Set([...new Set(backups.map(dayOf))].slice(0, days))
  const firstOfSpans = backups.filter(
    (name, place) => spanOf(name, now) !== optionalSpan(backups[place + 1], now),
  )
  const recent = backups.filter((name) => isRecent(name, now))
  const kept = [
    backupName(now),
    ...(recent.length <= MAX_RECENT ? recent : []),
    ...firstOfSpans.filter((name) => isRecent(name, now) || keptDays.has(dayOf(name))),
  ]
  const old = backups.filter((name) => !kept.includes(name))
  for (const name of names.filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > UNFINISHED_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}

const optionalSpan = (name: string | undefined, now: Date) => name && spanOf(name, now)
