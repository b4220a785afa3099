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

/**
 * Removes all backups of a folder but the newest, and what killed processes left. What has another name
 * is nobody's business here.
 *
 * @returns the names that were removed
 */
export async function keepNewest(folder: string, count: number, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).sort().reverse()
  const old = names.filter((name) => BACKUP.test(name)).slice(count)
  for (const name of names.filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > UNFINISHED_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}
