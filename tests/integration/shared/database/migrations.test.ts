import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../../../services/shared/database/migrate.ts'
import { listMigrations } from '../../../../services/shared/database/migration-files.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { runEntry, startEntry } from '../../../support/site/run-entry.ts'

const MIGRATE = 'deploy/migrate.ts'
const WAIT = 'deploy/wait-for-schema.ts'
/** The last one before the column `author` of `article` was changed. */
const BEFORE_AUTHORS = '20261122T0600-terms'
/** The last one before checks came to tables that are full in a site of years. */
const BEFORE_CHECKS = '20261123T0500-last-backup'
/** Starting a process takes a second, and on a busy machine twenty. */
const PATIENCE_MS = 30_000
vi.setConfig({ testTimeout: 4 * PATIENCE_MS })

const NOBODY_THERE = 'postgres://nobody:secret@127.0.0.1:1/nothing'

async function openEmpty(): Promise<string> {
  const { url, drop } = await createTestDatabase('template1')
  onTestFinished(drop)
  return url
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

describe('migrate', () => {
  test('migrates an empty database once, though two run at the same time', async () => {
    const DATABASE_URL = await openEmpty()
    const runs = await Promise.all([1, 2].map(() => runEntry(MIGRATE, [], { DATABASE_URL })))
    const again = await runEntry(MIGRATE, [], { DATABASE_URL })

    expect(runs).toMatchObject([{ code: 0 }, { code: 0 }])
    const ran = runs.flatMap(({ stdout }) => linesOf(stdout)).filter((line) => /: \d/.test(line))
    const wanted = await Promise.all(
      ['content', 'render'].map(async (schema) =>
        (await listMigrations(schema)).map((name) => `${schema}: ${name}`),
      ),
    )
    expect(ran.toSorted()).toEqual(wanted.flat())
    expect(again).toEqual({
      code: 0,
      stdout: 'content: nothing to do\nqueue: nothing to do\nrender: nothing to do\n',
      stderr: '',
    })
  })

  test('waits for readers of a table without changes, and retries [F35]', async () => {
    const url = await openEmpty()
    await migrate(url, 'content', { to: BEFORE_AUTHORS })
    const reader = await connect(url)
    await reader.query('begin; select from content.article')
    const other = await connect(url)

    const complaints: string[] = []
    const done = await migrate(url, 'content', {
      async onRetry({ message }) {
        complaints.push(message)
        const had = await other.query('select max(name) as last from content.kysely_migration')
        expect(had.rows).toEqual([{ last: BEFORE_AUTHORS }])
        await reader.query('commit')
      },
    })

    expect([...new Set(complaints)]).toEqual([
      'Migration 20261122T0700-unsigned-withdrawn-articles failed: canceling statement due to lock timeout',
    ])
    const known = await listMigrations('content')
    expect(done).toEqual(known.slice(known.indexOf(BEFORE_AUTHORS) + 1))
  })

  test('adds checks to full tables without reading their rows while they are locked', async () => {
    const url = await openEmpty()
    await migrate(url, 'content', { to: BEFORE_CHECKS })
    const client = await connect(url)
    const { rows: tables } = await client.query(
      `select array_agg(oid) as known from pg_class
        where relkind = 'r' and relnamespace = 'content'::regnamespace`,
    )
    const { rows: checks } = await client.query(`select array_agg(oid) as known from pg_constraint`)
    await migrate(url, 'content')

    const added = await client.query(
      `select conname, convalidated from pg_constraint
        where contype = 'c' and conrelid = any($1) and oid <> all($2)`,
      [tables[0].known, checks[0].known],
    )
    expect(added.rows).toContainEqual({ conname: 'article_review', convalidated: false })
    expect(added.rows.filter(({ convalidated }) => convalidated)).toEqual([])
  })

  test('does not change a database that a newer version has migrated', async () => {
    const DATABASE_URL = await openEmpty()
    await migrate(DATABASE_URL, 'content')
    const client = await connect(DATABASE_URL)
    await client.query(
      `insert into content.kysely_migration values ('99991231T0000-later', 'then')`,
    )

    expect(await migrate(DATABASE_URL, 'content')).toEqual([])
  })

  test('needs no right to change the schema where nothing is to be done', async () => {
    const url = await openEmpty()
    expect((await runEntry(MIGRATE, [], { DATABASE_URL: url })).code).toBe(0)
    const admin = await connect(url)
    const role = `reader_${Date.now()}`
    await admin.query(`
      create role ${role} login password 'secret';
      grant usage on schema content, render, bullmq to ${role};
      grant select on all tables in schema content, render, bullmq to ${role}
    `)
    onTestFinished(async () => {
      await admin.query(`drop owned by ${role}; drop role ${role}`)
    })
    const theirs = new URL(url)
    theirs.username = role
    theirs.password = 'secret'

    const run = await runEntry(MIGRATE, [], { DATABASE_URL: theirs.href })
    expect(run).toMatchObject({ code: 0, stderr: '' })
  })

  test('reports in a sentence that the database cannot be reached', async () => {
    await expect(migrate(NOBODY_THERE, 'content', { attempts: 1 })).rejects.toThrow(
      'The schema content cannot be migrated: connect ECONNREFUSED 127.0.0.1:1',
    )
  })
})

describe('wait-for-schema', () => {
  test('waits for the last migration, and names it', async () => {
    const DATABASE_URL = await openEmpty()
    const waiting = startEntry(WAIT, [], { DATABASE_URL })
    await vi.waitUntil(() => waiting.stdout() !== '', PATIENCE_MS)
    const names = await listMigrations('content')
    expect(waiting.stdout()).toBe(
      `The schema content of the database lacks the migration ${names[0]} and ${names.length - 1} more: run migrate (node deploy/migrate.ts); waiting\n`,
    )

    await runEntry(MIGRATE, [], { DATABASE_URL })
    expect(await waiting.ended).toBe(0)
    expect(waiting.stdout()).toContain('The database has every migration of this version.\n')
    expect(waiting.stderr()).toBe('')
  })

  test('times out with a sentence without the password', async () => {
    const run = await runEntry(WAIT, [], { DATABASE_URL: NOBODY_THERE, WAIT_SECONDS: '0' })
    expect(run).toEqual({
      code: 1,
      stdout: 'The database cannot be asked: connect ECONNREFUSED 127.0.0.1:1; waiting\n',
      stderr: 'Waited 0 s. The database cannot be asked: connect ECONNREFUSED 127.0.0.1:1.\n',
    })
  })
})
