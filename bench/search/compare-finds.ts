import type { EmbeddedEngine } from '../../services/search/engines/embedded/embedded-engine.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import { Closeness, closenessOf } from '../../services/shared/text/title-match.ts'
import type { BenchQuery } from './bench-queries.ts'
import type { BenchLocale } from './generated-titles.ts'
import type { TrigramPeer } from './trigram-peer.ts'

/**
 * All that each query finds, ours against that of Postgres.
 *
 * @returns by query, how many titles it finds
 * @throws {Error} when anything differs
 */
export async function compareAll(
  engine: EmbeddedEngine,
  peer: TrigramPeer,
  queries: readonly BenchQuery[],
  locale: BenchLocale,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  for (const { kind, text } of queries) {
    signal.throwIfAborted()
    const ours = await listOurs(engine, text, locale)
    expectSame(text, 'pg_trgm', ours, await listOfPeer(peer, text, locale))
    // Otherwise the peer would not be what its name says.
    if (kind === 'selective' && !(await peer.usesTrigrams(text))) {
      throw new Error(`Postgres does not use its trigrams for "${text}"`)
    }
    totals.set(text, ours.length)
  }
  return totals
}

/** The ids of all titles that match, in our order. */
async function listOurs(
  engine: EmbeddedEngine,
  text: string,
  locale: BenchLocale,
): Promise<string[]> {
  const part = { limit: engine.size, offset: 0 }
  const query = readTitleQuery(text, locale)
  const { total, titles } = await engine.search(query, part, new AbortController().signal)
  if (total !== titles.length)
    throw new Error(`"${text}": ${total} counted, ${titles.length} found`)
  return titles.map(({ id }) => id)
}

/** The same from Postgres, which knows no order but that of dates: the rest of ours is made here. */
async function listOfPeer(peer: TrigramPeer, text: string, locale: BenchLocale): Promise<string[]> {
  const { whole } = readTitleQuery(text, locale)
  const tiers: Record<number, string[]> = {}
  for (const [id, folded] of await peer.list(text)) {
    const closeness = closenessOf({ plain: folded, turkish: undefined }, whole)
    const tier = tiers[closeness] ?? []
    tiers[closeness] = tier
    tier.push(id)
  }
  return [Closeness.start, Closeness.phrase, Closeness.words].flatMap((tier) => tiers[tier] ?? [])
}

/** @throws {Error} unless both have the same ids in the same order */
export function expectSame(
  text: string,
  whose: string,
  ours: readonly string[],
  theirs: readonly string[],
): void {
  const at = ours.findIndex((id, place) => id !== theirs[place])
  if (at === -1 && ours.length === theirs.length) return

  const known = new Set(ours)
  const others = new Set(theirs)
  const missing = theirs.filter((id) => !known.has(id))
  const extra = ours.filter((id) => !others.has(id))
  const difference =
    missing.length + extra.length > 0
      ? `ours lacks ${missing.length} titles (${missing[0]}), and has ${extra.length} others (${extra[0]})`
      : `the order differs from place ${at}`
  throw new Error(`This run is void: of what ${whose} has for "${text}", ${difference}`)
}
