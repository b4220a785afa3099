import type { Kysely } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { RenderDatabase } from '../records/database.ts'
import { countNotifications } from '../records/index-now-queue.ts'

/** `failed`: sent again later. `refused` and `dropped`: not, unless the address changes again. */
const OUTCOMES = ['told', 'failed', 'refused', 'dropped'] as const

export interface IndexNowMetrics {
  count(outcome: (typeof OUTCOMES)[number], addresses: number): void
}

/** @param isOn whether search engines are notified at all */
export function createIndexNowMetrics(
  registry: Registry,
  db: Kysely<RenderDatabase>,
  isOn: boolean,
): IndexNowMetrics {
  const told = new Counter({
    name: 'finlore_index_now_addresses_total',
    help: 'Addresses submitted to search engines, by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of OUTCOMES) told.inc({ outcome }, 0)
  observeWith(registry).gauge({
    name: 'finlore_index_now_waiting_addresses',
    help: 'Addresses waiting to be submitted to search engines; absent if INDEXNOW_KEY is not set',
    read: async () => (isOn ? countNotifications(db) : undefined),
  })
  return { count: (outcome, addresses) => told.inc({ outcome }, addresses) }
}
