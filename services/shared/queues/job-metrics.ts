import { Gauge, type Registry } from 'prom-client'
import type { RebuildQueues } from './rebuild-queues.ts'

/** Shows how many jobs wait, run and failed, counted when somebody asks for the metrics. */
export function observeJobs(registry: Registry, queues: Pick<RebuildQueues, 'countJobs'>): void {
  new Gauge({
    name: 'finlore_rebuild_jobs',
    help: 'Jobs of this build by lane and state; missing while the queue cannot be reached',
    labelNames: ['lane', 'state'],
    registers: [registry],
    async collect() {
      // Rather no number than an old one: alerts tell the two apart.
      this.reset()
      const counts = await queues.countJobs().catch(() => [])
      for (const { lane, ...states } of counts) {
        for (const [state, jobs] of Object.entries(states)) this.set({ lane, state }, jobs)
      }
    },
  })
}
