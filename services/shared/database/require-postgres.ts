import { type Kysely, sql } from 'kysely'
import { EnvironmentError } from '../config.ts'

/** The oldest major version that gets security fixes, or did when this was written. */
export const OLDEST_POSTGRES = 15

/** @throws {EnvironmentError} when the server is older than any that is tested */
export async function requirePostgres<Schema>(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name
  `.execute(db)
  for (const { number, name } of rows) requirePostgresVersion(number, name)
}

/** @param number as Postgres writes it: 150004 is 15.4 */
export function requirePostgresVersion(number: number, name: string): void {
  if (number >= OLDEST_POSTGRES * 10_000) return
  throw new EnvironmentError([
    `DATABASE_URL: the server is Postgres ${name}, and this version needs ${OLDEST_POSTGRES} or newer. Nothing was changed. Upgrade the server (pg_upgrade keeps its data), then start again`,
  ])
}
