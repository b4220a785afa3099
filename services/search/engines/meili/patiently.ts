import { handleWhen, IterableBackoff, retry } from 'cockatiel'
import { MeilisearchApiError, MeilisearchRequestError } from 'meilisearch'

const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000]

const isOutage = (error: unknown): boolean =>
  error instanceof MeilisearchRequestError ||
  (error instanceof MeilisearchApiError && error.response.status >= 500)

const retrying = retry(handleWhen(isOutage), {
  maxAttempts: PAUSES_MS.length,
  backoff: new IterableBackoff(PAUSES_MS),
})

/**
 * Retries work that may be repeated while Meilisearch is down or restarts.
 *
 * @throws the error of the last attempt after about 8 s; at once if Meilisearch itself refused
 */
export const withRetries = <T>(work: () => Promise<T>): Promise<T> => retrying.execute(work)
