import type { Kysely } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { Database } from '../rebuild/database.ts'
import { countNews } from './news-table.ts'

/** `failed`: told again later. `refused`, `dropped`: never told, unless they change again. */
const OUTCOMES = ['told', 'failed', 'refused', 'dropped'] as const

export interface IndexNowMetrics {
  count(outcome: (typeof OUTCOMES)[number], addresses: number): void
}

/** @param isOn whether search engines are told of addresses at all */
export function createIndexNowMetrics(
  registry: Registry,
  db: Kysely<Database>,
  isOn: boolean,
): IndexNowMetrics {
  const told = new Counter({
    name: 'finlore_index_now_addresses_total',
    help: 'Addresses of which search engines were told or were to be told, by what became of that',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of OUTCOMES) told.inc({ outcome }, 0)
  observeWith(registry).gauge({
    name: 'finlore_index_now_waiting_addresses',
    help: 'Addresses of which search engines are still to be told; missing where INDEXNOW_KEY is not set',
    read: async () => (isOn ? countNews(db) : undefined),
  })
  return { count: (outcome, addresses) => told.inc({ outcome }, addresses) }
}
