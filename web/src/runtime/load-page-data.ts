import type { PageData } from '#shared/contracts/page-data.ts'
import { NOT_FOUND_DATA, type PageTarget, pageDataAddress, SERVER_ERROR_DATA } from './addresses.ts'
import { type Answer, type Fetch, requestJson } from './request-json.ts'
import { MAX_RETRIES, waitToRetry } from './retry.ts'

/** Whose data it is: the page's own, or that of a page which stands in for it. */
export type Outcome = 'found' | 'not-found' | 'server-error'

export type PageDataResult =
  | { status: 'success'; data: PageData; outcome: Outcome }
  | { status: 'error' }

/**
 * Loads the data of a page, or of the page that stands in for it. At most one hop to each stand-in
 * and three retries in all; whatever happens is in the result.
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
      // Without a network, the page that says so comes at once.
      const isHopeless = verdict === 'too-late' || navigator.onLine === false
      if (isHopeless || retries === MAX_RETRIES) return { status: 'error' }
      await waitToRetry(retries, answer.retryAfterMs)
      retries += 1
    }
  }
}

type Verdict = 'valid' | 'missing' | 'broken' | 'too-late' | 'unclear'

/** A host that answers unknown addresses with a page of its own says 200 where 404 is meant. */
function judge({ status, body }: Answer): Verdict {
  // The reader has waited long enough: the browser goes there by itself.
  if (status === -1) return 'too-late'
  if (status === 200) return isPageData(body) ? 'valid' : 'missing'
  if (status === 404) return 'missing'
  return status === 500 ? 'broken' : 'unclear'
}

/** The server checked it against the contract; here a stranger's JSON is told from ours. */
const isPageData = (body: unknown): body is PageData =>
  typeof Reflect.get(Object(body), 'path') === 'string'
