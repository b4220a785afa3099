import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** The time is written so that names sort by time. */
const BACKUP = /^finlore-\d{8}T\d{6}Z\.jsonl\.gz$/
const UNFINISHED = /^finlore-.*\.unfinished$/
/** No backup takes this long: an older unfinished file is from a process that was killed. */
const UNFINISHED_MS = 24 * 60 * 60_000

export function backupName(time: Date): string {
  return `finlore-${time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.jsonl.gz`
}

const dayOf = (name: string | undefined) => name?.slice(0, 'finlore-yyyymmdd'.length)

/**
 * Removes all backups of a folder except the newest of each of the newest days, and unfinished
 * files of killed processes. Days are counted instead of files, because a process that restarts
 * repeatedly takes a backup each time. Files with other names stay.
 *
 * @param days how many days (UTC) with a backup are kept
 * @param now the time of the backup just taken, which is always kept
 * @returns the names of the removed files
 */
export async function keepNewest(folder: string, days: number, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).sort().reverse()
  const backups = names.filter((name) => BACKUP.test(name))
  const newestOfDays = backups.filter((name, place) => dayOf(name) !== dayOf(backups[place - 1]))
  const kept = [backupName(now), ...newestOfDays.slice(0, days)]
  const old = backups.filter((name) => !kept.includes(name))
  for (const name of names.filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > UNFINISHED_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}
