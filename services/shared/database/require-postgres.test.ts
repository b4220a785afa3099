import { expect, test } from 'vitest'
import { requirePostgresVersion } from './require-postgres.ts'

test('a server older than Postgres 15 is refused with advice', () => {
  expect(() => requirePostgresVersion(149_999, '14.99')).toThrow(
    'DATABASE_URL: the server is Postgres 14.99, and this version needs 15 or newer. Nothing was changed. Upgrade the server (pg_upgrade keeps its data), then start again',
  )
  expect(() => requirePostgresVersion(150_000, '15.0')).not.toThrow()
})
