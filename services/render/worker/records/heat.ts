import { type Kysely, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { RenderDatabase } from './database.ts'

/** Pages whose hits are kept. */
const KEPT_PAGES = 2_000
/** The factor by which earlier hits fade whenever newer ones are added. */
const FADE = 0.9

/** Adds to the recent hits of pages; older hits fade. */
export async function addHeat(
  db: Kysely<RenderDatabase>,
  hits: ReadonlyMap<PagePath, number>,
): Promise<void> {
  if (hits.size === 0) return
  const rows = [...hits].map(([path, count]) => ({ path, hits: count }))
  await sql`
    insert into heat (path, hits)
    select path, hits from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as counted(path text, hits double precision)
    order by path
    on conflict (path) do update set hits = heat.hits * ${FADE} + excluded.hits
  `.execute(db)
}

/** The most read pages, the most read first; at most `limit` of them. */
export async function loadMostRead(
  db: Kysely<RenderDatabase>,
  limit = KEPT_PAGES,
): Promise<PagePath[]> {
  const rows = await db
    .selectFrom('heat')
    .select('path')
    .orderBy('hits', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
  return rows.map(({ path }) => path)
}

/** Those of these pages that readers have asked for lately. */
export async function findRead(
  db: Kysely<RenderDatabase>,
  paths: readonly PagePath[],
): Promise<ReadonlySet<PagePath>> {
  const rows = await db
    .selectFrom('heat')
    .select('path')
    .where('path', '=', sql<PagePath>`any(${paths}::text[])`)
    .execute()
  return new Set(rows.map(({ path }) => path))
}

/** Fades the hits of all pages, and deletes all but the hottest ones. */
export async function trimHeat(db: Kysely<RenderDatabase>): Promise<void> {
  await sql`update heat set hits = hits * ${FADE}`.execute(db)
  await sql`
    delete from heat where path not in (
      select path from heat order by hits desc, path limit ${KEPT_PAGES}
    )
  `.execute(db)
}
