/** The browser's own, or a test's. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface Answer {
  /** 0 when there was no network, -1 when there was no answer in time. */
  status: number
  /** `undefined` when it was not JSON. */
  body: unknown
  /** How long the server asks us to wait before we ask again. */
  retryAfterMs: number | undefined
}

/** No request goes on for longer: a reader whose link does nothing leaves. */
const REQUEST_TIMEOUT_MS = 10_000

/** Asks once. Whatever happens is in the answer; nothing is thrown. */
export async function requestJson(
  fetch: Fetch,
  address: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Answer> {
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

/** @throws when the body breaks off, which is as good as no answer */
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
