import type { OnFailure } from './queue-backend.ts'

const QUIET_MS = 5_000

/** Limits how often the same failure is reported, as many connections may lose the same server. */
export function reportOnce(onFailure: OnFailure): OnFailure {
  const saidAt = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    for (const [message, at] of saidAt) if (now - at > QUIET_MS) saidAt.delete(message)
    if (saidAt.has(error.message)) return
    saidAt.set(error.message, now)
    onFailure(error)
  }
}
