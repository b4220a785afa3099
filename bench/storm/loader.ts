import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoadOrder, LoadResult } from './load-order.ts'
import { setNiceness } from './niceness.ts'

const PROCESS = path.resolve(import.meta.dirname, 'load-process.ts')

export interface Loader {
  /** Whether it has a higher priority than other processes. */
  goesFirst: boolean
  /** @throws the signal's reason; {Error} when it ends by itself */
  run(order: LoadOrder, signal: AbortSignal): Promise<LoadResult>
  /** Lets it come to an end. */
  finish(): void
  stop(): void
}

/**
 * Starts a process that makes load.
 *
 * @param niceness below 0 for a higher priority than the site's processes, where the user may set
 *   it: a load process that waits for the CPU sends too little, and counts its own wait as the
 *   site's
 */
export function startLoader(niceness: number): Loader {
  const child = fork(PROCESS, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // JSON has no NaN, which is the time of an event that never happened.
    serialization: 'advanced',
  })
  return {
    goesFirst: setNiceness(child.pid, niceness),
    async run(order, signal) {
      const stopping = new AbortController()
      const either = AbortSignal.any([signal, stopping.signal])
      const answer = once(child, 'message', { signal: either })
      const end = once(child, 'exit', { signal: either }).then(() => {
        throw new Error('A load process has ended')
      })
      try {
        child.send(order)
        const [result]: LoadResult[] = await Promise.race([answer, end])
        if (!result) throw new Error('A load process answered nothing')
        return result
      } finally {
        stopping.abort()
        await Promise.allSettled([answer, end])
      }
    },
    finish: () => void child.send('over'),
    stop: () => void child.kill('SIGKILL'),
  }
}
