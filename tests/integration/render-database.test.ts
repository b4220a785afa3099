import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../../services/shared/database/connect.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { createTestDatabase } from '../support/database.ts'

async function open() {
  const { url, drop } = await createTestDatabase()
  const store = connect<Record<string, never>>(url, { schema: 'render' })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  return { url, store }
}

test('migrations run once, whoever else runs them at the same time', async () => {
  const { url, store } = await open()
  await sql`drop table page, seen_change, follower, build, heat, kysely_migration`.execute(
    store.write,
  )

  const runs = await Promise.all([migrate(url, 'render'), migrate(url, 'render')])
  const again = await migrate(url, 'render')

  expect(runs.flat()).toEqual([
    '20261120T0900-create-pages',
    '20261120T1700-lanes-and-builds',
    '20261122T0000-tags-found-at-once',
  ])
  expect(again).toEqual([])
})

test('a migration that waits for a lock gives up instead of holding up readers behind it', async () => {
  const { url, store } = await open()
  await sql`delete from kysely_migration`.execute(store.write)
  const blocker = new pg.Client({ connectionString: url })
  await blocker.connect()
  await blocker.query('begin; lock table render.kysely_migration in access exclusive mode')

  await expect(migrate(url, 'render')).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('lock timeout') }),
  })
  await blocker.end()
})

test('instants are ISO strings, counts are numbers, bare names are of the schema', async () => {
  const { store } = await open()

  const { rows } = await sql<Record<string, unknown>>`
    select timestamptz '2025-03-04T05:06:07+02' as instant, 7::bigint as revision,
      count(*) as count, current_schema() as schema from follower
  `.execute(store.write)

  expect(rows).toEqual([
    { instant: '2025-03-04T03:06:07.000Z', revision: 7, count: 1, schema: 'render' },
  ])
})

test('a connection that breaks is replaced by the next query', async () => {
  const { store } = await open()
  await sql`select 1`.execute(store.write)
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'finlore-render' and datname <> current_database()
      and datname = (select datname from pg_stat_activity
        where application_name = 'finlore-render' order by backend_start desc limit 1)`)
  await admin.end()

  await expect
    .poll(() => sql`select 1 as one`.execute(store.write))
    .toMatchObject({
      rows: [{ one: 1 }],
    })
})

describe('statements that are used often', () => {
  async function openTable() {
    const { store } = await open()
    await sql`create table number (name text, value integer)`.execute(store.write)
    await sql`insert into number values ('one', 1)`.execute(store.write)
    // One connection, so that it has seen all of them.
    const inOne = (work: (one: typeof store.write) => Promise<void>) =>
      store.write.connection().execute(work)
    return { inOne }
  }
  const readValue = async (db: QueryExecutorProvider, name: string) => {
    const { rows } = await sql<{ value: number | string }>`
      select value from number where name = ${name}`.execute(db)
    return rows[0]?.value
  }

  test('are prepared, and answer as before', async () => {
    const { inOne } = await openTable()
    await inOne(async (one) => {
      for (let use = 0; use < 10; use++) expect(await readValue(one, 'one')).toBe(1)
      expect(await readValue(one, 'two')).toBeUndefined()

      const { rows } = await sql`
        select statement from pg_prepared_statements where statement like '%from number%'`.execute(
        one,
      )
      expect(rows).toHaveLength(1)
    })
  })

  test('are sent as they are once a migration has changed what they give', async () => {
    const { inOne } = await openTable()
    await inOne(async (one) => {
      for (let use = 0; use < 10; use++) await readValue(one, 'one')
      await sql`alter table number alter value type text`.execute(one)

      await expect(readValue(one, 'one')).rejects.toThrow('cached plan')
      expect(await readValue(one, 'one')).toBe('1')
    })
  })
})
