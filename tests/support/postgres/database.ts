import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

const TEMPLATE = 'finlore_template'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated database for one test, or a copy of another database without open connections. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Without a disk to wait for, copying files takes a third of the time of copying through the log.
  await runOn(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(serverUrl, `drop database ${name} with (force)`) }
}

/**
 * A copy of a database that is filled once in a run: test files run in parallel, so the first one
 * fills it and the others wait.
 *
 * @param fill leaves no connection to the database open
 */
export async function copyFilledDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) {
      const { url } = await createTestDatabase()
      await fill(url)
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
    }
  } finally {
    await client.end()
  }
  return createTestDatabase(name)
}

async function runOn(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
