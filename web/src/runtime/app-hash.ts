import { APP_DATA } from './addresses.ts'
import { type Fetch, requestJson } from './request-json.ts'
import { MAX_RETRIES, waitToRetry } from './retry.ts'

/** A hash that is no older needs no asking again: clicks come in rows. */
const FRESH_MS = 60_000

/** What is known of the code that the server runs now. */
export function createAppHash(fetch: Fetch) {
  let hash: string | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<string | undefined> | undefined

  async function attempt(retries: number): Promise<string | undefined> {
    const { status, body, retryAfterMs } = await requestJson(fetch, APP_DATA)
    const isFinal = status === 200 || retries === MAX_RETRIES
    if (status === 200) {
      const answered: unknown = Reflect.get(Object(body), 'webpackCompilationHash')
      hash = typeof answered === 'string' && answered !== '' ? answered : undefined
      answeredAt = Date.now()
    }
    if (isFinal) underWay = undefined
    else void waitToRetry(retries, retryAfterMs).then(() => attempt(retries + 1))
    return hash
  }

  return {
    /** The last answer; `undefined` says nothing about the build. */
    known: () => hash,
    isFresh: () => Date.now() - answeredAt < FRESH_MS,
    /**
     * Asks the server. Without an answer to the first try the last one stands: nobody waits for the
     * three more that follow in the background.
     */
    ask: () => (underWay ??= attempt(0)),
  }
}
