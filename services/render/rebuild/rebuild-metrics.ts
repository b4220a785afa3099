import type { Kysely } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createLagHistogram } from '#shared/metrics/lag-histogram.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { LANES, type Lane } from '#shared/queues/rebuild-queues.ts'
import type { Database } from './database.ts'
import { loadFollower } from './page-registry.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'
import type { RebuildState } from './stale-pages.ts'

export interface RebuildMetrics {
  /** @param ages seconds since the oldest edit that a page of the lane does not show yet */
  observe(state: RebuildState, ages: Readonly<Record<Lane, number>>): void
  count(lane: Lane, outcome: RebuildOutcome): void
}

/** Pages of a lane that wait, and for how long, are counted now and then; so is all that is made. */
export function createRebuildMetrics(registry: Registry, db: Kysely<Database>): RebuildMetrics {
  const registers = [registry]
  const labelNames = ['lane'] as const
  const pages = new Gauge({
    name: 'finlore_rebuild_pages',
    help: 'Pages of this build on record',
    registers,
  })
  const stale = new Gauge({
    name: 'finlore_rebuild_stale_pages',
    help: 'Pages that should be newer than they are, by lane',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'finlore_rebuild_oldest_stale_seconds',
    help: 'Age of the oldest edit that a page of the lane does not show yet; in bulk, also for how long there have been pages behind the header; 0 when there is none',
    labelNames,
    registers,
  })
  const made = new Counter({
    name: 'finlore_rebuild_made_pages_total',
    help: 'Pages made, by lane',
    labelNames,
    registers,
  })
  const failed = new Counter({
    name: 'finlore_rebuild_failed_pages_total',
    help: 'Pages that could not be rendered, by lane; each is tried again later',
    labelNames,
    registers,
  })
  const lag = createLagHistogram(registry, {
    name: 'finlore_publish_lag_seconds',
    help: 'Time from the commit of an edit until a page that shows it was stored, by lane',
    labelNames: ['lane'],
  })
  observeWith(registry).gauge({
    name: 'finlore_rebuild_revision',
    help: 'Revision up to which the pages that edits make stale were looked for',
    read: async () => (await loadFollower(db)).revision,
  })
  // Shown from the start: an alert sees the first failure only where it has seen none before.
  for (const lane of LANES) {
    made.inc({ lane }, 0)
    failed.inc({ lane }, 0)
    lag.zero({ lane })
  }
  return {
    observe(state, ages) {
      pages.set(state.pages)
      for (const lane of LANES) {
        stale.set({ lane }, state.stale[lane])
        oldest.set({ lane }, ages[lane])
      }
    },
    count(lane, { made: count, failures, lags }) {
      made.inc({ lane }, count)
      failed.inc({ lane }, failures.length)
      for (const seconds of lags) lag.observe({ lane }, seconds)
    },
  }
}
