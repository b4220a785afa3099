import type { AddressLookup } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import { askable, findPages } from '../library/find-pages.ts'
import { findNearestArticle } from '../library/nearest-article.ts'

/** The most look-ups of similar articles in one call: each costs more than all the rest. */
const MOST_NEAREST = 4

/**
 * Whether there can be anything at each of these paths. A few index look-ups for all of them, so
 * that a flood of requests for unknown addresses stays cheap. May say yes where there is nothing,
 * as for an alias of a missing page; never no where there is something.
 */
export async function lookUpAddresses(
  db: ReadDatabase,
  paths: readonly PagePath[],
): Promise<AddressLookup[]> {
  return inSnapshot(db, async (snapshot) => {
    const asked = askable(paths)
    const [pages, former] = await settleAll([
      findPages(snapshot, asked),
      formerAddresses(
        snapshot,
        asked.map(({ path }) => path),
      ),
    ])
    const isKnown = (path: PagePath) =>
      pages.has(path) || former.has(path) || Object.hasOwn(ALIASES, path)
    const missed = asked.flatMap(({ path, route }) =>
      route.kind === 'article' && !isKnown(path) ? { path, slug: route.slug } : [],
    )
    const nearest = new Map(
      await settleAll(
        missed
          .slice(0, MOST_NEAREST)
          .map(async ({ path, slug }) => [path, await findNearestArticle(snapshot, slug)] as const),
      ),
    )
    return paths.map((path) => {
      const meant = nearest.get(path)
      return { known: isKnown(path), ...(meant && { nearest: meant }) }
    })
  })
}

/** Those of the paths at which articles were before. */
async function formerAddresses(db: Reader, paths: readonly PagePath[]): Promise<Set<PagePath>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('redirect')
    .select('from_path')
    .where('from_path', 'in', paths)
    .execute()
  return new Set(rows.map(({ from_path }) => from_path))
}
