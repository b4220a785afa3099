import { listen } from '#shared/database/listen.ts'
import { CHANGE_CHANNEL, type ChangeNotice, readNotice } from './change-notice.ts'

/** Wakes waiting followers. A notification may be lost, so they also check periodically. */
export interface ChangeSignal {
  /**
   * Resolves at the next commit, after `ms`, or when `signal` aborts, whichever comes first.
   *
   * @returns the change that was committed, where it is known
   */
  wait(ms: number, signal: AbortSignal): Promise<ChangeNotice | undefined>
  close(): Promise<void>
}

/** Listens to commits of all replicas over a connection of its own. */
export function listenForChanges(databaseUrl: string): ChangeSignal {
  let closed = false
  let waiting = new Set<(notice?: ChangeNotice) => void>()
  const wake = (notice?: ChangeNotice) => {
    const woken = waiting
    waiting = new Set()
    for (const resolve of woken) resolve(notice)
  }
  const listener = listen(databaseUrl, {
    channel: CHANGE_CHANNEL,
    name: 'finlore-content-changes',
    onMessage: (payload) => wake(readNotice(payload)),
    onGap: () => wake(),
  })

  return {
    async wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<ChangeNotice | undefined>()
      const stop = () => resolve(undefined)
      waiting.add(resolve)
      const timer = setTimeout(stop, ms)
      signal.addEventListener('abort', stop)
      if (signal.aborted || closed) stop()
      const notice = await promise
      clearTimeout(timer)
      // A loop passes the same signal for as long as the process lives, so listeners would pile up.
      signal.removeEventListener('abort', stop)
      waiting.delete(resolve)
      return notice
    },
    async close() {
      closed = true
      wake()
      await listener.close()
    },
  }
}
