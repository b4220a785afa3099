import type { PagePath } from '#shared/contracts/primitives.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { keyAddress } from './index-now-env.ts'

const TIMEOUT_MS = 20_000
/** A longer `retry-after` is not respected. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000

export interface Submission {
  /** The URL of the endpoint. */
  url: string
  key: string
  siteUrl: string
  paths: readonly PagePath[]
}

/** The endpoint's answer: accepted; refused for good; or failed, to be tried again. */
export type Reception =
  | { outcome: 'told' }
  | { outcome: 'refused'; status: number; advice: string }
  | { outcome: 'failed'; reason: string; retryAfterMs: number }

/** What an operator can do, by status code; see https://www.indexnow.org/documentation. */
const ADVICE: Readonly<Record<number, string>> = {
  400: 'the endpoint does not understand us: look whether INDEXNOW_URL is the address of one',
  403: 'the endpoint does not believe the key: look whether SITE_URL answers at /INDEXNOW_KEY.txt with the key',
  422: 'the endpoint says that the addresses are not of this host, or the key is none: look at SITE_URL and INDEXNOW_KEY',
}
const UNKNOWN = 'look whether INDEXNOW_URL is the address of an endpoint of IndexNow'

/** Notifies search engines that these addresses have changed. Never rejects. */
export async function submitAddresses(
  { url, key, siteUrl, paths }: Submission,
  signal: AbortSignal,
): Promise<Reception> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect would turn the request into a GET.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: siteUrl + keyAddress(key),
        urlList: paths.map((path) => siteUrl + path),
      }),
    })
    await response.body?.cancel()
    return receptionOf(response)
  } catch (error) {
    // The error of `fetch` only says that it failed; its cause says why.
    const cause = error instanceof Error && error.cause ? error.cause : error
    return { outcome: 'failed', reason: `no answer: ${reasonOf(cause)}`, retryAfterMs: 0 }
  }
}

function receptionOf({ ok, status, headers }: Response): Reception {
  if (ok) return { outcome: 'told' }
  // "Too many requests" and "request timeout" are temporary.
  if (status < 500 && status !== 429 && status !== 408) {
    return { outcome: 'refused', status, advice: ADVICE[status] ?? UNKNOWN }
  }
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now())
  return { outcome: 'failed', reason: `answered ${status}`, retryAfterMs }
}

/** @returns milliseconds; 0 where the header is missing or cannot be read */
export function parseRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms || 0))
}
