import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { connectRegistry } from '../../../../../services/render/worker/records/database.ts'
import { connect } from '../../../../../services/shared/database/connect.ts'
import { migrate } from '../../../../../services/shared/database/migrate.ts'
import { listMigrations } from '../../../../../services/shared/database/migration-files.ts'
import { inTransaction } from '../../../../../services/shared/database/pg/in-transaction.ts'
import { settleAll } from '../../../../../services/shared/settle-all.ts'
import { createTestDatabase } from '../../../../support/postgres/database.ts'

/** @param template `template1` for a database without anything; else one that is migrated */
async function open(template?: string) {
  const { url, drop } = await createTestDatabase(template)
  const store = connect<Record<string, never>>(url, { schema: 'render' })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  return { url, store }
}

test('migrations run once when several processes start them', async () => {
  const { url } = await open('template1')

  const runs = await Promise.all([migrate(url, 'render'), migrate(url, 'render')])
  const again = await migrate(url, 'render')

  expect(runs.flat()).toEqual(await listMigrations('render'))
  expect(again).toEqual([])
})

test('a migration that waits for a lock times out instead of blocking readers', async () => {
  const { url, store } = await open()
  await sql`delete from kysely_migration`.execute(store.write)
  const blocker = new pg.Client({ connectionString: url })
  await blocker.connect()
  await blocker.query('begin; lock table render.kysely_migration in access exclusive mode')

  await expect(migrate(url, 'render', { attempts: 1 })).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('lock timeout') }),
  })
  await blocker.end()
})

test('timestamps are ISO strings, counts are numbers, unqualified names are in the schema', async () => {
  const { store } = await open()

  const { rows } = await sql<Record<string, unknown>>`
    select timestamptz '2025-03-04T05:06:07+02' as instant, 7::bigint as revision,
      count(*) as count, current_schema() as schema from follower
  `.execute(store.write)

  expect(rows).toEqual([
    { instant: '2025-03-04T03:06:07.000Z', revision: 7, count: 1, schema: 'render' },
  ])
})

describe('concurrent statements of a transaction', () => {
  test('run in order', async () => {
    const { url } = await open()
    const { write, close } = connectRegistry(url)
    onTestFinished(close)

    await inTransaction(write, (tx) =>
      settleAll([
        sql`insert into heat values ('/a', 1), ('/b', 1)`.execute(tx),
        tx.updateTable('heat').set({ hits: 2 }).execute(),
        sql`select pg_sleep(0.02)`.execute(tx),
        tx.updateTable('heat').set({ hits: 3 }).where('path', '=', '/b').execute(),
        sql`insert into heat values ('/c', 1)`.execute(tx),
      ]),
    )

    const rows = await write.selectFrom('heat').selectAll().orderBy('path').execute()
    expect(rows).toEqual([
      { path: '/a', hits: 2 },
      { path: '/b', hits: 3 },
      { path: '/c', hits: 1 },
    ])
  })

  test('fail with the first error, and are rolled back on a usable connection', async () => {
    const { url } = await open()
    const { write, close } = connectRegistry(url)
    onTestFinished(close)
    await write.insertInto('heat').values({ path: '/a', hits: 1 }).execute()

    const failing = inTransaction(write, (tx) =>
      settleAll([
        tx.insertInto('heat').values({ path: '/b', hits: 1 }).execute(),
        tx.insertInto('heat').values({ path: '/a', hits: 1 }).execute(),
        tx.insertInto('heat').values({ path: '/c', hits: 1 }).execute(),
      ]),
    )

    await expect(failing).rejects.toThrow('duplicate key')
    expect(await write.selectFrom('heat').select('path').execute()).toEqual([{ path: '/a' }])
  })
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
