import pg from 'pg'
import { inject } from 'vitest'
import { ensureWebBuild } from '../../../deploy/local/ensure-web-build.ts'

/** Test files run in parallel: the first builds, and the others wait for it. */
export async function buildWebOnce(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('web build'))`)
    await ensureWebBuild(() => {})
  } finally {
    await client.end()
  }
}
