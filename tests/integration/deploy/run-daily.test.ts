import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../support/postgres/database.ts'
import { startEntry } from '../../support/site/run-entry.ts'

// As the container `backup` of compose, whose health check reads the file.
test.each([
  ['succeeded', 'backups'],
  ['failed', 'missing'],
])(
  'a daily backup says for the health check that the last one %s',
  { timeout: 60_000 },
  async (outcome, place) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-daily-'))
    const backups = await mkdtemp(path.join(tmpdir(), 'finlore-backups-'))
    const { url, drop } = await createTestDatabase()
    onTestFinished(async () => {
      await drop()
      for (const made of [folder, backups]) await rm(made, { recursive: true })
    })
    const daily = startEntry('deploy/run-process.ts', ['run-daily', 'backup'], {
      TMPDIR: folder,
      DATABASE_URL: url,
      BACKUP_DIR: place === 'backups' ? backups : path.join(folder, place),
    })
    await vi.waitUntil(async () => (await readdir(folder)).includes('run-daily'), {
      timeout: 50_000,
      interval: 50,
    })
    await vi.waitFor(async () =>
      expect(await readFile(path.join(folder, 'run-daily'), 'utf8')).toBe(outcome),
    )
    expect(await readdir(backups)).toHaveLength(outcome === 'succeeded' ? 1 : 0)
    daily.kill('SIGTERM')
    expect(await daily.ended).toBe(0)
  },
)
