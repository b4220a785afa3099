import type { Kysely } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { RenderDatabase } from '../records/database.ts'
import { oldestPurge } from '../records/purge-queue.ts'
import type { Cdn } from './cdn-env.ts'

/** `failed`: sent again later. `replaced`: too many waited, and everything is purged instead. */
const OUTCOMES = ['sent', 'failed', 'replaced'] as const

export interface PurgeMetrics {
  count(address: string, outcome: (typeof OUTCOMES)[number], pages: number): void
  /** Whether answers may be kept for long. */
  keeps(isKept: boolean): void
}

/** @param cdn the caches that are purged; without any, no value is shown */
export function createPurgeMetrics(
  registry: Registry,
  db: Kysely<RenderDatabase>,
  cdn: Cdn | undefined,
): PurgeMetrics {
  const addresses = cdn?.addresses ?? []
  const purged = new Counter({
    name: 'finlore_cdn_purges_total',
    help: 'Pages that a cache was told to forget, by cache and outcome',
    labelNames: ['cache', 'outcome'] as const,
    registers: [registry],
  })
  for (const address of addresses) {
    for (const outcome of OUTCOMES) purged.inc({ cache: hostOf(address), outcome }, 0)
  }
  const { gauge } = observeWith(registry)
  gauge({
    name: 'finlore_cdn_oldest_purge_seconds',
    help: 'Age of the oldest purge that a cache has not taken yet, by cache; 0 if there is none',
    labelNames: ['cache'],
    read: () =>
      Promise.all(
        addresses.map(
          async (address) => [{ cache: hostOf(address) }, await oldestPurge(db, address)] as const,
        ),
      ),
  })
  let kept: number | undefined
  gauge({
    name: 'finlore_cdn_long_answers',
    help: '1 while caches may keep pages until they are purged, 0 while they may for two seconds only; absent if nothing is purged',
    read: () => kept,
  })
  return {
    count: (address, outcome, pages) => purged.inc({ cache: hostOf(address), outcome }, pages),
    keeps(isKept) {
      kept = isKept ? 1 : 0
    },
  }
}

/** Without the rest of the address, which is long and has the id of an account. */
export const hostOf = (address: string) => new URL(address).host
