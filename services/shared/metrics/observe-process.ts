import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { observeWith } from './observe.ts'

/** Default metrics of a process. Call it once per process, because there is one event loop. */
export function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  observeWith(registry).counter({
    name: 'finlore_event_loop_active_seconds_total',
    help: 'Seconds for which the event loop was busy; the rate is the utilization of the main thread',
    read: () => performance.eventLoopUtilization().active / 1_000,
  })
}
