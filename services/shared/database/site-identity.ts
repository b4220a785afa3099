import { type Kysely, sql } from 'kysely'
import { EnvironmentError } from '../config.ts'
import { fieldOf } from '../field-of.ts'
import { connect } from './connect.ts'
import { mayPass } from './try-again.ts'

/**
 * Which site a database belongs to: its language, and the key that names its page store. The
 * database remembers both from the first import on, and every process compares its settings with
 * them before it does anything: with another language an import would withdraw every article.
 */
export interface SiteIdentity {
  /** `SITE_LOCALE`; not compared when undefined. */
  locale?: string | undefined
  /** `SITE_KEY`; not compared when undefined. */
  key?: string | undefined
}

type Kept = { [Part in keyof Required<SiteIdentity>]: string | null }

const NOTHING: Kept = { locale: null, key: null }

/** @throws {EnvironmentError} when the database is that of another site */
export async function requireIdentity<Schema>(
  db: Kysely<Schema>,
  own: SiteIdentity,
): Promise<void> {
  const kept = await findIdentity(db)
  const problems = [
    ...compare('SITE_LOCALE', 'language', kept.locale, own.locale),
    ...compare('SITE_KEY', 'key', kept.key, own.key),
  ]
  if (problems.length > 0) throw new EnvironmentError(problems)
}

/**
 * The same before there is a connection. A database that cannot be asked is left alone.
 *
 * @throws {EnvironmentError} when the database is that of another site
 */
export async function requireIdentityAt(databaseUrl: string, own: SiteIdentity): Promise<void> {
  await at(databaseUrl, (db) => requireIdentity(db, own))
}

/** As `claimIdentity`, before there is a connection. */
export async function claimIdentityAt(databaseUrl: string, own: SiteIdentity): Promise<void> {
  await at(databaseUrl, (db) => claimIdentity(db, own))
}

async function at(
  databaseUrl: string,
  work: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const store = connect<unknown>(databaseUrl, { schema: 'content', max: 1 })
  try {
    await work(store.write)
  } catch (error) {
    if (!mayPass(error) && !isForbidden(error)) throw error
  } finally {
    await store.close()
  }
}

/**
 * Remembers what the database does not know yet, if it has the table for it: before its migrations
 * there is nothing to take for another site's.
 *
 * @throws {EnvironmentError} when the database is that of another site
 */
export async function claimIdentity<Schema>(db: Kysely<Schema>, own: SiteIdentity): Promise<void> {
  await requireIdentity(db, own)
  if (!(await findTables(db)).identity) return
  await sql`
    insert into content.site_identity as kept (locale, key) values (${own.locale ?? null}, ${own.key ?? null})
      on conflict (only_row) do update
        set locale = coalesce(kept.locale, excluded.locale), key = coalesce(kept.key, excluded.key)
        where (kept.locale is null and excluded.locale is not null)
          or (kept.key is null and excluded.key is not null)
  `.execute(db)
}

/** Postgres: a role that may not read the tables of content cannot change them either. */
const isForbidden = (error: unknown) => fieldOf(error, 'code') === '42501'

/** A database from before it remembered its language has it in the settings of its content. */
async function findIdentity<Schema>(db: Kysely<Schema>): Promise<Kept> {
  const tables = await findTables(db)
  if (tables.identity) {
    const { rows } = await sql<Kept>`select locale, key from content.site_identity`.execute(db)
    return rows[0] ?? NOTHING
  }
  if (!tables.setting) return NOTHING
  const { rows } = await sql<{ locale: string | null }>`
    select value -> 'site' ->> 'locale' as locale from content.setting where name = 'site'
  `.execute(db)
  return { ...NOTHING, locale: rows[0]?.locale ?? null }
}

async function findTables<Schema>(db: Kysely<Schema>) {
  const { rows } = await sql<{ identity: boolean; setting: boolean }>`
    select to_regclass('content.site_identity') is not null as identity,
      to_regclass('content.setting') is not null as setting
  `.execute(db)
  return rows[0] ?? { identity: false, setting: false }
}

function compare(
  variable: string,
  what: string,
  kept: string | null,
  own: string | undefined,
): string[] {
  if (kept === null || own === undefined || kept === own) return []
  return [
    `${variable}: the ${what} of the site in this database is ${kept}, and not ${own}. Nothing was changed. Set ${variable}=${kept}, or name the database of the other site in DATABASE_URL`,
  ]
}
