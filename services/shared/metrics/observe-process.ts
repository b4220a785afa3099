import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { observeWith } from './observe.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** From `package.json`. */
const version = String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version)

/** A metric of the running version. Its presence shows that the process runs. */
export function observeBuild(registry: Registry): void {
  observeWith(registry).gauge({
    name: 'finlore_build_info',
    help: '1; the version of the code that runs',
    labelNames: ['version'],
    read: () => [[{ version }, 1]],
  })
}

/** Default metrics of a process. Call it once per process, because there is one event loop. */
export function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  observeWith(registry).counter({
    name: 'finlore_event_loop_active_seconds_total',
    help: 'Seconds for which the event loop was busy; the rate is the utilization of the main thread',
    read: () => performance.eventLoopUtilization().active / 1_000,
  })
}
