import type { PageData } from '#shared/contracts/page-data.ts'
import { fieldOf } from '../browser/field-of.ts'
import { NOT_FOUND_DATA, type PageTarget, pageDataAddress, SERVER_ERROR_DATA } from './addresses.ts'
import { type Fetch, type JsonAnswer, requestJson } from './request-json.ts'
import { MAX_RETRIES, waitToRetry } from './retry.ts'

/** Whether the data is of the page itself, or of the not-found or error page shown in its place. */
export type Outcome = 'found' | 'not-found' | 'server-error'

export type PageDataResult =
  | { status: 'success'; data: PageData; outcome: Outcome }
  | { status: 'error' }

/**
 * Loads the data of a page, or of the not-found or error page in its place. Each of these is
 * requested at most once, with three retries in all. Never throws: the result says what happened.
 */
export async function loadPageData(fetch: Fetch, target: PageTarget): Promise<PageDataResult> {
  let address = pageDataAddress(target)
  let outcome: Outcome = 'found'
  let retries = 0
  for (;;) {
    const answer = await requestJson(fetch, address)
    const verdict = judge(answer)
    if (verdict === 'valid') return { status: 'success', data: answer.body as PageData, outcome }
    if (verdict === 'missing') {
      if (outcome !== 'found') return { status: 'error' }
      outcome = 'not-found'
      address = NOT_FOUND_DATA
    } else if (verdict === 'broken') {
      if (outcome === 'server-error') return { status: 'error' }
      outcome = 'server-error'
      address = SERVER_ERROR_DATA
    } else {
      // Without a network retries are useless, and the browser's own page says so at once.
      const isUseless = verdict === 'too-late' || navigator.onLine === false
      if (isUseless || retries === MAX_RETRIES) return { status: 'error' }
      await waitToRetry(retries, answer.retryAfterMs)
      retries += 1
    }
  }
}

type Verdict = 'valid' | 'missing' | 'broken' | 'too-late' | 'unclear'

/** Some hosts answer an unknown address with 200 and a page of their own, where they mean 404. */
function judge({ status, body }: JsonAnswer): Verdict {
  // The reader has waited long enough: the browser loads the document instead.
  if (status === -1) return 'too-late'
  if (status === 200) return isPageData(body) ? 'valid' : 'missing'
  if (status === 404) return 'missing'
  return status === 500 ? 'broken' : 'unclear'
}

/** The server has checked its answer against the contract. This only rejects foreign JSON. */
const isPageData = (body: unknown): body is PageData => typeof fieldOf(body, 'path') === 'string'
