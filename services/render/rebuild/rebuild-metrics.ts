import { Counter, Gauge, type Registry } from 'prom-client'
import { LANES, type Lane } from '#shared/queues/rebuild-queues.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'
import type { RebuildState } from './stale-pages.ts'

export interface RebuildMetrics {
  observe(state: RebuildState): void
  count(lane: Lane, outcome: RebuildOutcome): void
}

export function createRebuildMetrics(registry: Registry): RebuildMetrics {
  const registers = [registry]
  const pages = new Gauge({
    name: 'finlore_rebuild_pages',
    help: 'Pages of this build on record',
    registers,
  })
  const stale = new Gauge({
    name: 'finlore_rebuild_stale_pages',
    help: 'Pages that should be newer than they are, by lane',
    labelNames: ['lane'],
    registers,
  })
  const made = new Counter({
    name: 'finlore_rebuild_made_pages_total',
    help: 'Pages made, by lane',
    labelNames: ['lane'],
    registers,
  })
  const failed = new Counter({
    name: 'finlore_rebuild_failed_pages_total',
    help: 'Pages that could not be rendered, by lane; each is tried again later',
    labelNames: ['lane'],
    registers,
  })
  return {
    observe(state) {
      pages.set(state.pages)
      for (const lane of LANES) stale.set({ lane }, state.stale[lane])
    },
    count(lane, { made: count, failures }) {
      made.inc({ lane }, count)
      failed.inc({ lane }, failures.length)
    },
  }
}
