import { settlesWithin } from '../settles-within.ts'
import type { RebuildQueues } from './rebuild-queues.ts'

const RIGHT_POLICY = 'noeviction'
/** Less than the timeout of readiness probes. */
const CHECK_MS = 1_000

/**
 * A full Redis that may evict keys silently deletes parts of jobs. The remains of a job block every
 * later request for its page.
 *
 * @throws {Error} saying what to set; not when Redis does not answer or does not say
 */
export async function requireNoEviction({ memory }: Pick<RebuildQueues, 'memory'>): Promise<void> {
  let policy: string | undefined
  const checking = memory?.().then((usage) => {
    policy = usage.policy
  })
  if (checking) await settlesWithin(CHECK_MS, checking).catch(() => {})
  if (policy === undefined || policy === RIGHT_POLICY) return
  throw new Error(`Redis may drop jobs: set its maxmemory-policy to ${RIGHT_POLICY}, not ${policy}`)
}
