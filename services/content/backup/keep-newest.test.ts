import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupName, keepNewest } from './keep-newest.ts'

const NOW = new Date('2026-12-01T02:17:03.456Z')
const day = (number: number) => backupName(new Date(NOW.getTime() + number * 86_400_000))

test('the oldest backups go, and nothing else', async () => {
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

  expect(await keepNewest(folder, 2, NOW)).toEqual([day(-2), day(-3), left])
  expect((await readdir(folder)).sort()).toEqual([day(-1), day(0), underWay, ...others].sort())
  expect(await keepNewest(folder, 2, NOW)).toEqual([])
})

test('many backups of one day cost no other day its own', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const before = (hours: number) => backupName(new Date(NOW.getTime() - hours * 3_600_000))
  const ofToday = [0, 1, 2].map(before)
  const ofEarlier = [before(3), before(30), before(400), before(800)]
  for (const name of [...ofToday, ...ofEarlier]) await writeFile(path.join(folder, name), '')

  expect(await keepNewest(folder, 4, NOW)).toEqual([before(1), before(2), before(800)])

  // After the clock was set back, the newest backup has an older name than others.
  const putBack = new Date(NOW.getTime() - 900 * 3_600_000)
  await writeFile(path.join(folder, backupName(putBack)), '')
  expect(await keepNewest(folder, 2, putBack)).toEqual([before(30), before(400)])
})

test('names are times, to the second', () => {
  expect(backupName(NOW)).toBe('finlore-20261201T021703Z.jsonl.gz')
})
