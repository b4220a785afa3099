import { setTimeout as sleep } from 'node:timers/promises'

/** Lets one request after another pass to each host, however many wait. */
export interface HostGate {
  /** Returns when it is the caller's turn. */
  pass(host: string, signal: AbortSignal): Promise<void>
}

/** @param pauseMs between two requests to a host */
export function createHostGate(pauseMs: number): HostGate {
  const next = new Map<string, number>()
  return {
    async pass(host, signal) {
      const now = performance.now()
      const turn = Math.max(now, next.get(host) ?? now)
      next.set(host, turn + pauseMs)
      if (turn > now) await sleep(turn - now, undefined, { signal })
    },
  }
}
