import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupName } from './backup-name.ts'
import { folderBackups } from './folder-backups.ts'
import { pruneBackups } from './prune-backups.ts'

const NOW = new Date('2026-12-01T02:17:03.456Z')
const prune = (folder: string, days: number, taken: Date) =>
  pruneBackups(folderBackups(folder), days, backupName(taken))
const day = (number: number) => backupName(new Date(NOW.getTime() + number * 86_400_000))

test('the oldest backups are deleted, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const left = `${day(-2)}.0123456789ab.unfinished`
  const underWay = `${day(0)}.0123456789ab.unfinished`
  const others = ['finlore.jsonl.gz', `copy-of-${day(-9)}`, 'notes.txt']
  for (const name of [day(-3), day(0), day(-1), day(-2), left, underWay, ...others]) {
    await writeFile(path.join(folder, name), '')
  }
  await utimes(path.join(folder, left), NOW, new Date(NOW.getTime() - 2 * 86_400_000))
  await utimes(path.join(folder, underWay), NOW, NOW)

  expect(await prune(folder, 2, NOW)).toEqual([day(-2), day(-3), left])
  expect((await readdir(folder)).sort()).toEqual([day(-1), day(0), underWay, ...others].sort())
  expect(await prune(folder, 2, NOW)).toEqual([])
})

test('many backups of one day delete no backup of another day', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const before = (hours: number) => backupName(new Date(NOW.getTime() - hours * 3_600_000))
  const ofToday = [0, 1, 2].map(before)
  const ofEarlier = [before(3), before(30), before(400), before(800)]
  for (const name of [...ofToday, ...ofEarlier]) await writeFile(path.join(folder, name), '')

  // Each of today's is of another hour, and of the last day.
  expect(await prune(folder, 4, NOW)).toEqual([before(400), before(800)])

  // After the clock was set back, the newest backup has an older name than others.
  const putBack = new Date(NOW.getTime() - 900 * 3_600_000)
  await writeFile(path.join(folder, backupName(putBack)), '')
  expect(await prune(folder, 2, putBack)).toEqual([])
})

const DAY_MS = 86_400_000

test.each([
  [14 * DAY_MS - 1_000, 'kept'],
  [14 * DAY_MS, 'removed'],
])('a backup that is %d ms old when it is kept for 14 days is %s', async (age, fate) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const old = backupName(new Date(NOW.getTime() - age))
  for (const name of [day(0), day(-2), old]) await writeFile(path.join(folder, name), '')
  expect(await prune(folder, 14, NOW)).toEqual(fate === 'removed' ? [old] : [])
})

test('the last backup before is kept however old it is, and with 0 days every one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of [day(-90), day(-80), day(0)]) await writeFile(path.join(folder, name), '')
  expect(await prune(folder, 0, NOW)).toEqual([])
  expect(await prune(folder, 14, NOW)).toEqual([day(-90)])
  expect((await readdir(folder)).sort()).toEqual([day(-80), day(0)])
})

test('names are timestamps, to the second', () => {
  expect(backupName(NOW)).toBe('finlore-20261201T021703Z.jsonl.gz')
  expect(backupName(NOW, true)).toBe('finlore-20261201T021703Z.jsonl.gz.age')
})

test('a backup is not replaced by a younger one within 24 hours, nor by one of its day later [F37]', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const at = (time: string) => new Date(`2026-12-01T${time}Z`)
  const take = async (time: Date) => {
    await writeFile(path.join(folder, backupName(time)), '')
    return prune(folder, 14, time)
  }
  // An upgrade at noon, with a backup before it, and one that restarts again and again after it.
  const [nightly, before, after, again] = [
    at('02:17:00'),
    at('11:59:00'),
    at('12:00:00'),
    at('12:01:00'),
  ]
  for (const time of [nightly, before, after, again]) expect(await take(time)).toEqual([])

  // 23 hours, 59 minutes and 59 seconds after it, it is still there; then the first of its day is.
  expect(await take(new Date(before.getTime() + 86_399_000))).not.toContain(backupName(before))
  expect(await take(new Date(before.getTime() + 86_400_000))).toContain(backupName(before))
  expect(await readdir(folder)).toContain(backupName(nightly))
})

test('48 backups of a day are kept, and of 49 the first of each hour', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const minute = (number: number) => new Date(Date.parse('2026-12-01T10:00:00Z') + number * 60_000)
  for (let number = 0; number < 48; number += 1) {
    await writeFile(path.join(folder, backupName(minute(number))), '')
  }
  expect(await prune(folder, 14, minute(47))).toEqual([])
  await writeFile(path.join(folder, backupName(minute(48))), '')
  await prune(folder, 14, minute(48))
  expect((await readdir(folder)).sort()).toEqual(
    [minute(0), minute(48)].map((time) => backupName(time)),
  )
})
