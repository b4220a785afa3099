import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { observeWith } from './observe.ts'

/** What every process shows of itself. Once in each: it watches over the one event loop there is. */
export function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  observeWith(registry).counter({
    name: 'finlore_event_loop_active_seconds_total',
    help: 'Seconds in which the event loop was at work; its rate is the utilization of the thread',
    read: () => performance.eventLoopUtilization().active / 1_000,
  })
}
