import { sql } from 'kysely'
import { makeEntries } from '../../services/render/documents/make-entry.ts'
import { isStaticQueryPath } from '../../services/render/documents/static-queries.ts'
import { fingerprintOf } from '../../services/render/store/stored-entry.ts'
import type { RebuildState } from '../../services/render/worker/records/stale-pages.ts'
import { createContentClient } from '../../services/shared/clients/content-client.ts'
import { countPages } from '../support/site/count-pages.ts'
import { type FaultySite, SITE_URL } from './faulty-site.ts'

const BATCH = 64

/** Pages on record, and those that should be newer; `undefined` while it is unknown. */
export function countStale({ tables, bundle }: FaultySite): Promise<RebuildState | undefined> {
  return countPages(tables.write, bundle.build).catch(() => undefined)
}

/** Whether the worker has heard of every edit so far. */
export async function hasFollowed({ tables }: FaultySite): Promise<boolean> {
  const { rows } = await sql<{ followed: boolean }>`
    select (select revision from render.follower) = (select revision from content.history) as followed
  `
    .execute(tables.write)
    .catch(() => ({ rows: [] }))
  return rows[0]?.followed ?? false
}

/** Stored paths that are not what their making from now gives. */
export async function findOldPages(site: FaultySite): Promise<{ compared: number; old: string[] }> {
  const content = createContentClient(site.contentUrl)
  const maker = { content, bundle: site.bundle, siteUrl: SITE_URL }
  const paths: string[] = []
  for await (const { path } of site.pages.list()) paths.push(path)
  const old: string[] = []
  for (let at = 0; at < paths.length; at += BATCH) {
    for (const made of await makeEntries(maker, paths.slice(at, at + BATCH))) {
      // Answers that pages named before are kept for tabs that are open, and no longer made.
      if (made.outcome === 'unknown' && isStaticQueryPath(made.path)) continue
      const now = made.outcome === 'made' ? fingerprintOf(made.entry) : made.outcome
      const stored = await site.pages.describe(made.path)
      if (now !== stored?.fingerprint) old.push(made.path)
    }
  }
  return { compared: paths.length, old }
}
