import type { Registry } from 'prom-client'
import { observeWith, type Sample } from '../metrics/observe.ts'
import type { RebuildQueues } from './rebuild-queues.ts'

/** Metrics of the jobs that wait, run and failed, counted when the metrics are collected. */
export function observeJobs(
  registry: Registry,
  queues: Pick<RebuildQueues, 'countJobs' | 'failedJobs' | 'memory'>,
): void {
  const { gauge, counter } = observeWith(registry)
  gauge({
    name: 'finlore_rebuild_jobs',
    help: 'Jobs of this build, by lane and state; absent while the queue cannot be reached',
    labelNames: ['lane', 'state'],
    async read() {
      const counts = await queues.countJobs()
      return counts.flatMap(({ lane, ...states }) =>
        Object.entries(states).map(([state, jobs]): Sample => [{ lane, state }, jobs]),
      )
    },
  })
  counter({
    name: 'finlore_rebuild_failed_jobs_total',
    help: 'Job attempts that failed, by lane',
    labelNames: ['lane'],
    read: () => Object.entries(queues.failedJobs).map(([lane, jobs]) => [{ lane }, jobs]),
  })
  const { memory } = queues
  if (!memory) return
  gauge({
    name: 'finlore_queue_memory_bytes',
    help: 'Bytes of memory that Redis uses',
    read: async () => (await memory()).usedBytes,
  })
  gauge({
    name: 'finlore_queue_max_memory_bytes',
    help: 'Memory limit of Redis in bytes; absent if it has none',
    read: async () => (await memory()).maxBytes || undefined,
  })
}
