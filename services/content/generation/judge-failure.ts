import type { Verdict } from '#shared/queues/draft-queue.ts'
import { ChatFailure } from './chat-failure.ts'

/** When an endpoint is busy and does not say for how long. */
const BUSY_MS = 20_000

/** What a queue is to do with an article that could not be written. */
export function judgeFailure(error: unknown): Verdict {
  // A file that cannot be read or written will not be mended by asking again.
  if (!(error instanceof ChatFailure)) return { kind: 'give-up' }
  switch (error.kind) {
    case 'again':
      return { kind: 'try-again' }
    case 'busy':
      return { kind: 'put-off', everyJobForMs: error.retryAfterMs ?? BUSY_MS }
    case 'refused':
      return { kind: 'give-up' }
    case 'misconfigured':
      return { kind: 'stop-work' }
    default:
      return error.kind satisfies never
  }
}
