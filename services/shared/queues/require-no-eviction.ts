import { within } from '../within.ts'
import type { OpenRebuildQueues } from './open-rebuild-queues.ts'

const RIGHT_POLICY = 'noeviction'
/** Less than whoever asks for readiness waits. */
const PATIENCE_MS = 1_000

/**
 * A Redis that is full and may evict takes parts of jobs away without a word. What is left of one
 * stands in the way of every later request for its page.
 *
 * @throws {Error} saying what to set; not when Redis does not answer or does not say
 */
export async function requireNoEviction({
  memory,
}: Pick<OpenRebuildQueues, 'memory'>): Promise<void> {
  let policy: string | undefined
  const asked = memory?.().then((usage) => {
    policy = usage.policy
  })
  if (asked) await within(PATIENCE_MS, asked).catch(() => {})
  if (policy === undefined || policy === RIGHT_POLICY) return
  throw new Error(`Redis may drop jobs: set its maxmemory-policy to ${RIGHT_POLICY}, not ${policy}`)
}
