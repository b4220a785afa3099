import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { articleDraft, contentTest } from '../../../support/content/content-service.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { headOf, readBackupLines } from '../../../support/postgres/open-backup.ts'
import { runEntry, startEntry } from '../../../support/site/run-entry.ts'
import { freePort, runSite } from '../../../support/site/run-site.ts'

const BACKUP = 'services/content/run-backup.ts'
const RESTORE = 'services/content/run-restore.ts'
const NPM_BACKUP = 'deploy/local/backup.ts'
const NPM_RESTORE = 'deploy/local/restore.ts'
/** Starting a process takes a second, and on a busy machine twenty. */
const PATIENCE_MS = 30_000
vi.setConfig({ testTimeout: 6 * PATIENCE_MS })

const NOBODY_THERE = 'postgres://nobody:secret@127.0.0.1:1/nothing'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the process backup', () => {
  contentTest(
    'keeps the newest backups of a folder, and reports the time of the last one',
    async ({ content }) => {
      const folder = await makeFolder()
      const old = ['20250101T000000Z', '20250102T000000Z', '20250103T000000Z']
      for (const time of old) await writeFile(path.join(folder, `finlore-${time}.jsonl.gz`), '')
      await writeFile(path.join(folder, 'mine.jsonl.gz'), '')
      const shown = async () => {
        const { body } = await content.ops.inject('/metrics')
        return Number(/^finlore_backup_last_success_timestamp_seconds\S* (\S+)$/m.exec(body)?.[1])
      }
      expect(await shown()).toBe(0)

      const began = Date.now() / 1_000
      const env = { DATABASE_URL: content.databaseUrl, BACKUP_DIR: folder, BACKUP_KEEP: '2' }
      const { code, stdout, stderr } = await runEntry(BACKUP, [], env)

      expect([code, stderr]).toEqual([0, ''])
      expect((await readdir(folder)).sort()).toEqual([
        'finlore-20250103T000000Z.jsonl.gz',
        expect.stringMatching(/^finlore-2\d{7}T\d{6}Z\.jsonl\.gz$/),
        'mine.jsonl.gz',
      ])
      expect(stdout).toMatch(
        /^\d+ articles as they were at \S+Z, revision \d+, [\d.]+ MB in \S+\.jsonl\.gz\nremoved .*\nremoved .*\n$/,
      )
      expect(await shown()).toBeGreaterThanOrEqual(Math.floor(began))
    },
  )

  contentTest(
    'lists backups with what they have, and finds those that are damaged',
    async ({ content }) => {
      const folder = await makeFolder()
      const env = { DATABASE_URL: content.databaseUrl, BACKUP_DIR: folder }
      const run = (...args: string[]) => runEntry(BACKUP, args, env)
      // Neither asks for the database, and neither takes one.
      for (const args of [['--help'], ['-h']]) {
        const { code, stdout } = await runEntry(BACKUP, args, {})
        expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: backup/)])
      }
      for (const args of [['--list'], ['verify'], ['list', 'a'], ['now']]) {
        const { code, stderr } = await run(...args)
        expect([code, stderr]).toEqual([1, expect.stringMatching(/^Usage: backup/)])
      }
      expect(await readdir(folder)).toEqual([])
      expect((await run('list')).stdout).toBe(`There are no backups in ${folder}.\n`)

      await run()
      const [name = ''] = await readdir(folder)
      const whole = expect.stringMatching(
        /^finlore-\S+: whole; \d+ articles as they were at \S+, revision \d+, [\d.]+ MB\n$/,
      )
      expect(await run('list')).toEqual({ code: 0, stdout: whole, stderr: '' })
      const file = path.join(folder, name)
      expect(await run('verify', file)).toEqual({ code: 0, stdout: whole, stderr: '' })

      const bytes = await readFile(file)
      await writeFile(
        path.join(folder, 'finlore-20250101T000000Z.jsonl.gz'),
        bytes.subarray(0, -20),
      )
      const { code, stdout } = await run('list')
      expect(code).toBe(1)
      expect(stdout.split('\n')).toEqual([
        expect.stringMatching(/: whole; /),
        expect.stringMatching(/finlore-20250101T000000Z\.jsonl\.gz is cut short/),
        '',
      ])
    },
  )

  test('reports in a sentence what is wrong, and leaves no file behind', async () => {
    const folder = await makeFolder()
    const away = await runEntry(BACKUP, [], { DATABASE_URL: NOBODY_THERE, BACKUP_DIR: folder })
    expect(away).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Nothing was changed. Try again.\n',
    })

    const { url, drop } = await createTestDatabase('template1')
    onTestFinished(drop)
    const empty = await runEntry(BACKUP, [], { DATABASE_URL: url, BACKUP_DIR: folder })
    expect(empty).toEqual({ code: 1, stdout: '', stderr: 'There is no site in this database.\n' })
    expect(await readdir(folder)).toEqual([])

    const missing = path.join(folder, 'missing')
    const migrated = await createTestDatabase()
    onTestFinished(migrated.drop)
    const nowhere = await runEntry(BACKUP, [], { DATABASE_URL: migrated.url, BACKUP_DIR: missing })
    expect(nowhere).toMatchObject({ code: 1, stderr: `There is no folder ${missing}.\n` })
  })
})

describe('the process restore', () => {
  contentTest('restores, and refuses to overwrite articles', async ({ content }) => {
    const folder = await makeFolder()
    await runEntry(BACKUP, [], { DATABASE_URL: content.databaseUrl, BACKUP_DIR: folder })
    const file = path.join(folder, (await readdir(folder))[0] ?? '')
    const { url, drop } = await createTestDatabase('template1')
    onTestFinished(drop)

    expect(await runEntry(RESTORE, [file], { DATABASE_URL: url })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ articles as they were at .* restored; the site goes on/),
      stderr: '',
    })
    expect(await runEntry(RESTORE, [file], { DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'There are articles in this database, which would be lost. Add --replace to allow that.\n',
    })
    expect(await runEntry(RESTORE, [], { DATABASE_URL: url })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: restore FILE \[--replace\]\n/),
    })
  })
})

/** Locks a table that a backup reads and a restore replaces, so that either waits for it. */
async function holdUp(databaseUrl: string) {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  // Its database is dropped before the test is finished.
  holder.on('error', () => {})
  await holder.query('begin; lock table content.source_file in access exclusive mode')
  const untilWaited = async (): Promise<number> => {
    let pid = 0
    await vi.waitUntil(async () => {
      const { rows } = await holder.query(`
        select pid from pg_locks
          where not granted and relation = 'content.source_file'::regclass
      `)
      pid = rows[0]?.pid ?? 0
      return pid > 0
    }, PATIENCE_MS)
    return pid
  }
  return {
    untilWaited,
    end: (pid: number) => holder.query('select pg_terminate_backend($1)', [pid]),
    release: () => holder.end(),
  }
}

describe('an interrupted backup or restore', () => {
  contentTest(
    'leaves no backup when the database stops or the process is stopped',
    async ({ content }) => {
      const folder = await makeFolder()
      const held = await holdUp(content.databaseUrl)
      const env = { DATABASE_URL: content.databaseUrl, BACKUP_DIR: folder }

      const lost = startEntry(BACKUP, [], env)
      await held.end(await held.untilWaited())
      expect(await lost.ended).toBe(1)
      expect(lost.stderr()).toMatch(/^The database cannot be reached: .*\. Nothing was changed\./)

      const stopped = startEntry(BACKUP, [], env)
      await held.untilWaited()
      stopped.kill('SIGTERM')
      expect(await stopped.ended).toBe(1)
      expect(await readdir(folder)).toEqual([])
    },
  )

  contentTest('leaves the content unchanged when a restore is killed', async ({ content }) => {
    const folder = await makeFolder()
    await runEntry(BACKUP, [], { DATABASE_URL: content.databaseUrl, BACKUP_DIR: folder })
    const file = path.join(folder, (await readdir(folder))[0] ?? '')
    await content.commit('PUT', '/articles/after-the-backup', articleDraft())
    const revision = await content.revision()

    const held = await holdUp(content.databaseUrl)
    const restore = startEntry(RESTORE, [file, '--replace'], { DATABASE_URL: content.databaseUrl })
    await held.untilWaited()
    restore.kill('SIGKILL')
    await restore.ended
    await held.release()

    await vi.waitUntil(async () => (await content.revision()) === revision, PATIENCE_MS)
    expect((await content.pageModel('/articles/after-the-backup')).status).toBe('found')
  })
})

describe('npm run backup and npm run restore', () => {
  test('work on a running and on a stopped site', async () => {
    const home = await makeFolder()
    const env = {
      DATA_DIR: path.join(home, 'data'),
      LOG_LEVEL: 'error',
      PORT: `${await freePort()}`,
      CONTENT_PORT: `${await freePort()}`,
      WORKER_PORT: `${await freePort()}`,
    }
    const run = (entry: string, ...args: string[]) => runEntry(entry, args, env)
    const [first, second] = [path.join(home, 'first'), path.join(home, 'second')]

    const site = await runSite(env)
    const put = (slug: string) =>
      fetch(`${site.contentUrl}/articles/${slug}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${site.token}`,
          'content-type': 'application/json',
          'if-none-match': '*',
        },
        body: JSON.stringify(articleDraft({ title: `About ${slug}` })),
      })
    const statusOf = async (slug: string) => (await fetch(`${site.url}/articles/${slug}`)).status
    const found = async (slug: string) => {
      const answer = await fetch(`${site.url}/api/search?q=${encodeURIComponent(`about ${slug}`)}`)
      return Reflect.get(Object(await answer.json()), 'total') as number
    }
    try {
      await put('kept')
      expect(await run(NPM_BACKUP, '--out', first)).toMatchObject({ code: 0, stderr: '' })
      await put('lost')
      await vi.waitUntil(async () => (await found('lost')) === 1, PATIENCE_MS)
      expect(await statusOf('lost')).toBe(200)

      expect(await run(NPM_RESTORE, first)).toMatchObject({ code: 1, stdout: '' })
      expect(await run(NPM_RESTORE, first, '--replace')).toMatchObject({ code: 0, stderr: '' })
      await vi.waitUntil(async () => (await statusOf('lost')) === 404, PATIENCE_MS)
      await vi.waitUntil(async () => (await found('lost')) === 0, PATIENCE_MS)
      expect([await statusOf('kept'), await found('kept')]).toEqual([200, 1])
    } finally {
      await site.stop()
    }

    expect(await run(NPM_BACKUP, '--out', second)).toMatchObject({ code: 0, stderr: '' })
    const rowsOf = async (file: string) => (await readBackupLines(file)).slice(1, -1).sort()
    expect(await rowsOf(second)).toEqual(await rowsOf(first))

    const elsewhere = { ...env, DATA_DIR: path.join(home, 'other') }
    expect(await runEntry(NPM_RESTORE, [first], elsewhere)).toMatchObject({ code: 0, stderr: '' })
    expect(await runEntry(NPM_BACKUP, ['--out', second], elsewhere)).toMatchObject({ code: 0 })
    expect(headOf(await readBackupLines(second)).revision).toBeGreaterThan(1_000_000)
  })

  test('print their usage, and what is missing', async () => {
    const home = await makeFolder()
    const env = { DATA_DIR: path.join(home, 'data') }
    expect(await runEntry(NPM_BACKUP, [], env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run backup -- --out FILE\n/),
    })
    expect(await runEntry(NPM_BACKUP, ['--out', path.join(home, 'file')], env)).toMatchObject({
      code: 1,
      stderr: `There is no database in DATA_DIR ${env.DATA_DIR}. Set DATA_DIR or DATABASE_URL to that of the site.\n`,
    })
    expect(await runEntry(NPM_RESTORE, ['nowhere'], env)).toMatchObject({
      code: 1,
      stderr: 'There is no file nowhere.\n',
    })
    expect(await readdir(home)).toEqual([])
  })
})
