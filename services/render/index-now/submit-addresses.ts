import type { PagePath } from '#shared/contracts/primitives.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { keyAddress } from './index-now-env.ts'

const TIMEOUT_MS = 20_000
/** Nobody is believed who sends us away for longer. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000

export interface Submission {
  /** Of the endpoint. */
  url: string
  key: string
  siteUrl: string
  paths: readonly PagePath[]
}

/**
 * What the endpoint made of it: took it, refused it, which will not be otherwise the next time, or
 * is to be told again.
 */
export type Reception =
  | { outcome: 'told' }
  | { outcome: 'refused'; status: number; advice: string }
  | { outcome: 'failed'; reason: string; retryAfterMs: number }

/** What an operator can do, by the answers that https://www.indexnow.org/documentation names. */
const ADVICE: Readonly<Record<number, string>> = {
  400: 'the endpoint does not understand us: look whether INDEXNOW_URL is the address of one',
  403: 'the endpoint does not believe the key: look whether SITE_URL answers at /INDEXNOW_KEY.txt with the key',
  422: 'the endpoint says that the addresses are not of this host, or the key is none: look at SITE_URL and INDEXNOW_KEY',
}
const UNKNOWN = 'look whether INDEXNOW_URL is the address of an endpoint of IndexNow'

/** Tells search engines that they should look at these addresses. Throws nothing. */
export async function submitAddresses(
  { url, key, siteUrl, paths }: Submission,
  signal: AbortSignal,
): Promise<Reception> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect would make a GET of it.
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
    // What `fetch` says is only that it failed.
    const cause = error instanceof Error && error.cause ? error.cause : error
    return { outcome: 'failed', reason: `no answer: ${reasonOf(cause)}`, retryAfterMs: 0 }
  }
}

function receptionOf({ ok, status, headers }: Response): Reception {
  if (ok) return { outcome: 'told' }
  // Too many requests, and a request that took too long, are of this moment alone.
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
