import { listen } from '#shared/database/listen.ts'
import { CHANGE_CHANNEL } from '../editing/commit-edit.ts'

/** Wakes whoever waits for a change. A hint only: whoever waits also looks by itself. */
export interface ChangeSignal {
  /** Resolves at the next commit, after `ms`, or when the signal aborts, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Listens to commits of every replica over one connection of its own. */
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
      // The signal of who waits again and again lives as long as its process.
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
