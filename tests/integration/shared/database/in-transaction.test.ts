import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Databases } from '../../../../services/shared/database/connect.ts'
import { inTransaction } from '../../../../services/shared/database/pg/in-transaction.ts'
import { settleAll } from '../../../../services/shared/settle-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/postgres/database.ts'

interface Tables {
  number: { value: number }
}

let database: TestDatabase
let store: Databases<Tables>
beforeAll(async () => {
  database = await createTestDatabase()
  store = connect<Tables>(database.url, { schema: 'public', max: 2 })
  await sql`create table number (value integer primary key check (value < 100))`.execute(
    store.write,
  )
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(() => sql`truncate number`.execute(store.write))

async function stored(): Promise<number[]> {
  const rows = await store.read.selectFrom('number').select('value').orderBy('value').execute()
  return rows.map(({ value }) => value)
}

/** Each run inserts some numbers without waiting, and maybe asks for something after that. */
const insert = (values: readonly number[], ask: string = 'select 1') =>
  inTransaction(store.write, async (tx, send) => {
    for (const value of values) send(tx.insertInto('number').values({ value }))
    await sql.raw(ask).execute(tx)
    send(sql`update number set value = value + 1 where value = ${values[0]}`)
    return 'done'
  })

test('sent statements are part of the transaction, in order', async () => {
  for (let round = 0; round < 50; round += 1) {
    await sql`truncate number`.execute(store.write)
    expect(await insert([1, 3, 5])).toBe('done')
    expect(await stored()).toEqual([2, 3, 5])
  }
})

test('a query after sent statements sees their effects', async () => {
  const seen = await inTransaction(store.write, async (tx, send) => {
    send(tx.insertInto('number').values({ value: 7 }))
    return tx.selectFrom('number').select('value').execute()
  })
  expect(seen).toEqual([{ value: 7 }])
})

test.each([
  ['the last statement', () => insert([1, 2])],
  ['one before others', () => insert([500, 1])],
  ['one that is followed by another failure', () => insert([1, 500], 'select 1 / 0')],
])(
  'when the sent statement %s fails, the transaction is rolled back and the error thrown',
  async (_, run) => {
    await expect(run()).rejects.toThrow(/number_(?:pkey|value_check)/)
    expect(await stored()).toEqual([])
  },
)

test('when an awaited statement fails, its error is thrown and not that of later ones', async () => {
  const work = inTransaction(store.write, async (tx, send) => {
    const asked = sql`select 1 / 0`.execute(tx)
    send(tx.insertInto('number').values({ value: 1 }))
    await asked
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await stored()).toEqual([])
})

test('an error of the work is thrown, and the transaction is rolled back', async () => {
  const work = inTransaction(store.write, async (tx, send) => {
    send(tx.insertInto('number').values({ value: 1 }))
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await stored()).toEqual([])
})

test('statements are sent without waiting, in the order of the calls', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const seen = await inTransaction(store.write, async (tx, send) => {
    query.mockClear()
    const count = () => tx.selectFrom('number').select('value').execute()
    const before = count()
    send(tx.insertInto('number').values({ value: 1 }))
    const between = count()
    send(tx.insertInto('number').values({ value: 2 }))
    const after = count()
    expect(query).toHaveBeenCalledTimes(5)
    return settleAll([before, between, after])
  })
  expect(seen.map((rows) => rows.map(({ value }) => value))).toEqual([[], [1], [1, 2]])
})

const UNSENDABLE = {
  toPostgres() {
    throw new Error('no value for Postgres')
  },
}

test.each([
  ['alone', UNSENDABLE],
  ['in an array', [1, UNSENDABLE]],
])(
  'a value %s that pg may fail to encode is refused, and the transaction is rolled back',
  async (_, value) => {
    const work = inTransaction(store.write, async (tx, send) => {
      send(tx.insertInto('number').values({ value: 1 }))
      send(sql`update number set value = any(${value})`)
    })
    await expect(work).rejects.toThrow(
      'A value of this statement cannot be sent: update number set value = any($1)',
    )
    expect(await stored()).toEqual([])
  },
)

test('an awaited statement that cannot be encoded fails, and the transaction is rolled back', async () => {
  const work = inTransaction(store.write, async (tx, send) => {
    send(tx.insertInto('number').values({ value: 1 }))
    await sql`update number set value = ${UNSENDABLE}`.execute(tx)
  })
  await expect(work).rejects.toThrow('no value for Postgres')
  expect(await stored()).toEqual([])
})

test('a statement that was not awaited does not run after the transaction', async () => {
  const work = inTransaction(store.write, (tx) => {
    void tx.insertInto('number').values({ value: 1 }).execute()
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await stored()).toEqual([])
})

test('a broken connection is reported to the caller [F6]', async () => {
  const work = inTransaction(store.write, async (tx, send) => {
    send(tx.insertInto('number').values({ value: 1 }))
    send(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(work).rejects.toThrow('administrator command')
  // And the next one has a good connection.
  expect(await stored()).toEqual([])
})
