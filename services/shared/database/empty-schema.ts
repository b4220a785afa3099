import { type Kysely, sql } from 'kysely'

/**
 * Drops everything that migrations create in a schema: tables, functions, types. The schema itself
 * stays, with the privileges that other roles have on it.
 *
 * @throws {Error} when something outside of the schema depends on it
 */
export async function emptySchema<Schema>(tx: Kysely<Schema>, schema: string): Promise<void> {
  // In this order: triggers call functions, and columns are of types.
  const { rows } = await sql<{ statement: string | null }>`
    select 'drop table ' || string_agg(oid::regclass::text, ', ') as statement
      from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r'
    union all
    select 'drop function ' || string_agg(oid::regprocedure::text, ', ')
      from pg_proc where pronamespace = ${schema}::regnamespace
    union all
    select 'drop type ' || string_agg(oid::regtype::text, ', ')
      from pg_type where typnamespace = ${schema}::regnamespace and typtype in ('d', 'e')
  `.execute(tx)
  for (const { statement } of rows) if (statement !== null) await sql.raw(statement).execute(tx)
}
