import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Instant } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'

/** What all replicas know of the last fetch of ad data. */
const AdFetch = Type.Object({
  /** Identifies the address that was fetched. */
  source: Type.String(),
  /** Hash of the last data that were accepted; null before the first. */
  hash: Type.Union([Type.String(), Type.Null()]),
  fetchedAt: Type.Union([Instant, Type.Null()]),
  /** The number of failures since the last success. */
  failures: Type.Integer({ minimum: 0 }),
  nextAt: Instant,
  /** Hash of data without any link. The same data are accepted when they come once more. */
  doubtedHash: Type.Optional(Type.String()),
})
export type AdFetch = Static<typeof AdFetch>

export const FETCH_SETTING = 'sapeFetch'

/** The address may contain a secret, so only its hash is stored. */
export const sourceOf = (url: string) => createHash('sha256').update(url).digest('hex')

/** The last fetch from this address. A new address has none and is fetched at once. */
export async function findAdFetch(db: Reader, url: string): Promise<AdFetch | undefined> {
  const stored = await findSetting(db, FETCH_SETTING)
  return Value.Check(AdFetch, stored) && stored.source === sourceOf(url) ? stored : undefined
}
