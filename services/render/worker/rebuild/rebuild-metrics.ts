import type { Kysely } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createLagHistogram } from '#shared/metrics/lag-histogram.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { LANES, type Lane } from '#shared/queues/rebuild-queues.ts'
import type { RenderDatabase } from '../records/database.ts'
import { loadFollower } from '../records/page-registry.ts'
import type { RebuildState } from '../records/stale-pages.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'

export interface RebuildMetrics {
  /** @param ages seconds since the oldest edit that a page of the lane does not show yet */
  observe(state: RebuildState & { plain: number }, ages: Readonly<Record<Lane, number>>): void
  count(lane: Lane, outcome: RebuildOutcome): void
  /** @param seconds from the commit of an edit until readers got a page that shows it */
  observeReaders(seconds: number): void
  countCompressed(pages: number): void
}

/** Metrics of the waiting pages of each lane and their age, and of everything that is made. */
export function createRebuildMetrics(
  registry: Registry,
  db: Kysely<RenderDatabase>,
): RebuildMetrics {
  const registers = [registry]
  const labelNames = ['lane'] as const
  const pages = new Gauge({
    name: 'finlore_rebuild_pages',
    help: 'Pages of this build in the registry',
    registers,
  })
  const plain = new Gauge({
    name: 'finlore_rebuild_plain_pages',
    help: 'Pages of this build that are stored without compressed forms',
    registers,
  })
  const compressed = new Counter({
    name: 'finlore_rebuild_compressed_pages_total',
    help: 'Stored pages that were compressed because readers had asked for them',
    registers,
  })
  const stale = new Gauge({
    name: 'finlore_rebuild_stale_pages',
    help: 'Stale pages, by lane',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'finlore_rebuild_oldest_stale_seconds',
    help: 'Age of the oldest edit that a page of the lane does not show yet; in bulk, also how long there have been pages with an outdated header; 0 if there are none',
    labelNames,
    registers,
  })
  const made = new Counter({
    name: 'finlore_rebuild_made_pages_total',
    help: 'Pages rebuilt, by lane',
    labelNames,
    registers,
  })
  const failed = new Counter({
    name: 'finlore_rebuild_failed_pages_total',
    help: 'Pages that could not be rendered, by lane; each is retried later',
    labelNames,
    registers,
  })
  const { lag, readerLag } = createLags(registry)
  observeWith(registry).gauge({
    name: 'finlore_rebuild_revision',
    help: 'Revision up to which the worker has marked the pages that edits make stale',
    read: async () => (await loadFollower(db)).revision,
  })
  // Start each series at 0: an alert only notices a failure as an increase.
  for (const lane of LANES) {
    made.inc({ lane }, 0)
    failed.inc({ lane }, 0)
    lag.zero({ lane })
  }
  return {
    observe(state, ages) {
      pages.set(state.pages)
      plain.set(state.plain)
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
    observeReaders: (seconds) => readerLag.observe(seconds),
    countCompressed: (count) => compressed.inc(count),
  }
}

const createLags = (registry: Registry) => ({
  lag: createLagHistogram(registry, {
    name: 'finlore_publish_lag_seconds',
    help: 'Time from the commit of an edit until a page that shows it was stored, by lane',
    labelNames: ['lane'],
  }),
  readerLag: createLagHistogram(registry, {
    name: 'finlore_reader_lag_seconds',
    help: 'Time from the commit of an edit until readers got a page that shows it, of a sample of the edits; nothing without EDGE_URL',
  }),
})
