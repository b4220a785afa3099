import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Instant } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'

/** What all replicas know of the last time that ad data were fetched. */
const AdFetch = Type.Object({
  /** Names where they came from. */
  source: Type.String(),
  /** Of the last that were good; null before the first. */
  hash: Type.Union([Type.String(), Type.Null()]),
  fetchedAt: Type.Union([Instant, Type.Null()]),
  /** Since then. */
  failures: Type.Integer({ minimum: 0 }),
  nextAt: Instant,
  /** Of data without a link that came last, and that are believed when they come once more. */
  doubtedHash: Type.Optional(Type.String()),
})
export type AdFetch = Static<typeof AdFetch>

export const FETCH_SETTING = 'sapeFetch'

/** The address may hold a secret, so only its hash is kept. */
export const sourceOf = (url: string) => createHash('sha256').update(url).digest('hex')

/** What was learned at this address; another one is asked at once. */
export async function findAdFetch(db: Reader, url: string): Promise<AdFetch | undefined> {
  const stored = await findSetting(db, FETCH_SETTING)
  return Value.Check(AdFetch, stored) && stored.source === sourceOf(url) ? stored : undefined
}
