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
  await runOn(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(serverUrl, `drop database ${name} with (force)`) }
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
