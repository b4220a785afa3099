import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Times as they stand in names, so that the order of names is that of times. */
const BACKUP = /^finlore-\d{8}T\d{6}Z\.jsonl\.gz$/
const UNFINISHED = /^finlore-.*\.unfinished$/
/** No backup takes so long: one that is older was left behind by a process that was killed. */
const UNFINISHED_MS = 24 * 60 * 60_000

export function backupName(time: Date): string {
  return `finlore-${time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.jsonl.gz`
}

const dayOf = (name: string | undefined) => name?.slice(0, 'finlore-yyyymmdd'.length)

/**
 * Removes all backups of a folder but the newest of each of the newest days, and what killed processes
 * left. Days and not files are counted, because a process that is started again and again takes a
 * backup each time. What has another name is nobody's business here.
 *
 * @param days of which backups are there, in UTC; those without one do not count
 * @param now the time of the backup that was just taken, which always stays
 * @returns the names that were removed
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
