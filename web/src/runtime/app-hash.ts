import { fieldOf } from '../browser/field-of.ts'
import { APP_DATA } from './addresses.ts'
import { type Fetch, requestJson } from './request-json.ts'
import { MAX_RETRIES, waitToRetry } from './retry.ts'

/**
 * A hash is used again without a request for this long, because readers click several times in a
 * row.
 */
const FRESH_MS = 60_000

/**
 * Asks the server which code it runs, as a hash. Other code whose page data has the contract of this
 * document's counts as the same: a tab goes on over any number of such deployments.
 *
 * @param pageBuild of the document that is open
 */
export function createAppHash(fetch: Fetch, pageBuild: string) {
  let hash: string | undefined
  /** The contract of this document's code, as its own server has named it. */
  let ownContract: unknown
  let answeredAt = Number.NEGATIVE_INFINITY
  let asking: Promise<string | undefined> | undefined

  async function attempt(retries: number): Promise<string | undefined> {
    const { status, body, retryAfterMs } = await requestJson(fetch, APP_DATA)
    const isFinal = status === 200 || retries === MAX_RETRIES
    if (status === 200) {
      const answered = fieldOf(body, 'webpackCompilationHash')
      const contract = fieldOf(body, 'pageDataContract')
      if (answered === pageBuild) ownContract = contract
      hash = typeof answered === 'string' && answered !== '' ? answered : undefined
      if (contract && contract === ownContract) hash = pageBuild
      answeredAt = Date.now()
    }
    if (isFinal) asking = undefined
    else void waitToRetry(retries, retryAfterMs).then(() => attempt(retries + 1))
    return hash
  }

  return {
    /** The last answer; `undefined` says nothing about the build. */
    known: () => hash,
    isFresh: () => Date.now() - answeredAt < FRESH_MS,
    /**
     * Asks the server. Resolves after the first try, with the last known hash when that fails;
     * three retries follow in the background.
     */
    ask: () => (asking ??= attempt(0)),
  }
}
