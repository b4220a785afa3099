/** The browser's `fetch`, or that of a test. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface JsonAnswer {
  /** 0 when there was no network, -1 when there was no answer in time. */
  status: number
  /** `undefined` when it was not JSON. */
  body: unknown
  /** How long the server asks to wait before the next request. */
  retryAfterMs: number | undefined
}

/** A request is given up after this time, because readers leave when a link does nothing. */
const REQUEST_TIMEOUT_MS = 10_000

/** Sends one request. Never throws: the answer says what happened. */
export async function requestJson(
  fetch: Fetch,
  address: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<JsonAnswer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(address, { method, signal: timeout.signal })
    const body: unknown = method === 'GET' ? await jsonOf(response) : undefined
    return { status: response.status, body, retryAfterMs: retryAfterOf(response) }
  } catch {
    return { status: timeout.signal.aborted ? -1 : 0, body: undefined, retryAfterMs: undefined }
  } finally {
    clearTimeout(timer)
  }
}

/** @throws when the body breaks off, which counts as no answer */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? seconds * 1000 : undefined
}
