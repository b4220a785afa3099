import { execFile } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { type MadeFolder, makeFolder } from '../../../support/content/mistaken-content.ts'

const run = promisify(execFile)
const NOW = new Date('2026-12-01T12:00:00Z')
const FILE = 'articles/en_US/clean.md'

let made: MadeFolder
beforeEach(async () => {
  made = await makeFolder()
})
afterEach(() => made.dispose())

const git = (...args: string[]) =>
  run('git', [
    '-C',
    made.folder,
    '-c',
    'user.name=E',
    '-c',
    'user.email=e@finlore.example',
    ...args,
  ])

async function commit(day: string, ...more: string[]) {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Add texts', `--date=${day}T12:00:00Z`, ...more)
}

async function publishedOn(day: string, file = FILE) {
  const whole = path.join(made.folder, file)
  const text = await readFile(whole, 'utf8')
  await writeFile(whole, text.replace(/publishedAt: .*/, `publishedAt: ${day}`))
}

const found = async (folder = made.folder) =>
  (await lintContent(folder, 'en_US', NOW)).problems
    .filter(({ file, code }) => code === 'E-DATE-FILE' && file !== 'articles/en_US/other.md')
    .map(({ file, message }) => `${file} ${message}`)

const EARLY =
  'articles/en_US/clean.md publishedAt is before 2026-01-02, when its file was first committed: write that day'

test('a text is not older than the commit that first had its file, under whichever name', async () => {
  await publishedOn('2026-01-01')
  await git('init', '--quiet')
  expect(await found()).toEqual([])
  await commit('2026-01-02')
  expect(await found()).toEqual([EARLY])

  await publishedOn('2026-01-02')
  expect(await found()).toEqual([])
  await publishedOn('2026-01-01T23:59:59Z')
  expect(await found()).toEqual([EARLY])

  const renamed = 'articles/en_US/renamed.md'
  await publishedOn('2026-01-02')
  await rename(path.join(made.folder, FILE), path.join(made.folder, renamed))
  await commit('2026-02-03')
  expect(await found()).toEqual([])
  await publishedOn('2026-01-01', renamed)
  expect(await found()).toEqual([EARLY.replace('clean', 'renamed')])
})

test('a text may be as old as it likes where the history of its file is not whole', async () => {
  await publishedOn('2025-01-01')
  await git('init', '--quiet')
  await commit('2026-01-02')
  await commit('2026-01-03', '--allow-empty')
  const copy = `${made.folder}-copy`
  try {
    await run('git', ['clone', '--quiet', '--depth=1', `file://${made.folder}`, copy])
    expect(await found(copy)).toEqual([])
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})
