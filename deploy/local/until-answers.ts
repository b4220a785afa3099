import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

const ANSWER_MS = 10_000
const PAUSE_MS = 50

export interface ServiceAddresses {
  /** What has pages, and what has `/api/search`. */
  pages: string
  search: string
}

export interface WaitBounds {
  /** Milliseconds; for ever unless given. */
  withinMs?: number
  /** Ends the waiting, with its reason. */
  signal?: AbortSignal
}

/**
 * Waits until the home page and a search answer.
 *
 * @throws {StartError} when they do not in time
 */
export async function untilSiteAnswers(
  { pages, search }: ServiceAddresses,
  { withinMs = Number.POSITIVE_INFINITY, signal }: WaitBounds,
): Promise<void> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const home = await statusOf(`${pages}/`)
    // Before there are pages there are no titles: each such search would be a warning in the log.
    const found = home === 200 ? await statusOf(`${search}/api/search?q=ready`) : 0
    signal?.throwIfAborted()
    if (home === 200 && found === 200) return
    if (Date.now() > deadline) {
      throw new StartError(
        `The home page does not answer (status ${home}). Start again with LOG_LEVEL=debug to see why.`,
      )
    }
    await sleep(PAUSE_MS)
  }
}

/** Whether readers get the home page now. */
export async function isHomeStored(pages: string): Promise<boolean> {
  return (await statusOf(`${pages}/`)) === 200
}

function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 0,
  )
}
