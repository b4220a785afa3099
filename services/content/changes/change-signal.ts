import { listen } from '#shared/database/listen.ts'
import { CHANGE_CHANNEL } from './commit-edit.ts'

/** Wakes waiting followers. A notification may be lost, so they also check periodically. */
export interface ChangeSignal {
  /** Resolves at the next commit, after `ms`, or when `signal` aborts, whichever comes first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Listens to commits of all replicas over a connection of its own. */
export function listenForChanges(databaseUrl: string): ChangeSignal {
  let closed = false
  let waiting = new Set<() => void>()
  const wake = () => {
    const woken = waiting
    waiting = new Set()
    for (const resolve of woken) resolve()
  }
  const listener = listen(databaseUrl, {
    channel: CHANGE_CHANNEL,
    name: 'finlore-content-changes',
    onMessage: wake,
    onGap: wake,
  })

  return {
    async wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const stop = () => resolve()
      waiting.add(resolve)
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', stop)
      if (signal.aborted || closed) resolve()
      await promise
      clearTimeout(timer)
      // A loop passes the same signal for as long as the process lives, so listeners would pile up.
      signal.removeEventListener('abort', stop)
      waiting.delete(resolve)
    },
    async close() {
      closed = true
      wake()
      await listener.close()
    },
  }
}
