import type { AddressLookup } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase } from '../database/reader.ts'
import { valuesIn } from '../database/values-in.ts'
import { askable, findPages } from '../library/find-pages.ts'
import { findNearestArticle } from '../library/nearest-article.ts'

/** The most look-ups of similar articles in one call: each costs more than all the rest. */
const MAX_NEAREST = 4

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
    const routed = askable(paths)
    const [pages, former] = await settleAll([
      findPages(snapshot, routed),
      // At these there were articles before.
      valuesIn(
        routed.map(({ path }) => path),
        (some) =>
          snapshot
            .selectFrom('redirect')
            .select('from_path as value')
            .where('from_path', 'in', some),
      ),
    ])
    const isKnown = (path: PagePath) =>
      pages.has(path) || former.has(path) || Object.hasOwn(ALIASES, path)
    const missed = routed.flatMap(({ path, route }) =>
      route.kind === 'article' && !isKnown(path) ? { path, slug: route.slug } : [],
    )
    const nearest = new Map(
      await settleAll(
        missed
          .slice(0, MAX_NEAREST)
          .map(async ({ path, slug }) => [path, await findNearestArticle(snapshot, slug)] as const),
      ),
    )
    return paths.map((path) => {
      const meant = nearest.get(path)
      return { known: isKnown(path), ...(meant && { nearest: meant }) }
    })
  })
}
