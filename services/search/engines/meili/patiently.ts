import { setTimeout as sleep } from 'node:timers/promises'
import { MeilisearchApiError, MeilisearchRequestError } from 'meilisearch'

const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000]

/**
 * Retries work that may be repeated while Meilisearch is down or restarts.
 *
 * @throws the error of the last attempt after about 8 s; at once if Meilisearch itself refused
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) throw error
      await sleep(pauseMs)
    }
  }
  return work()
}

export const isOutage = (error: unknown): boolean =>
  error instanceof MeilisearchRequestError ||
  (error instanceof MeilisearchApiError && error.response.status >= 500)
