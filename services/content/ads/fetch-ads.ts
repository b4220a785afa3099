import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { hasShape, parseShape } from '#shared/check-shape.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { AdsDocument, reasonsAgainstAds } from './ads-document.ts'

const TIMEOUT_MS = 20_000
/** The same limit as for `PUT /ads`. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Fetches the data of the ad system.
 *
 * @param signal aborts the request
 * @returns the SHA-256 of the response, to skip data that have not changed, and a function that reads
 *   them, or throws an error saying why they are not ad data
 * @throws {Error} saying why it failed, without the address, which may contain a secret
 */
export async function fetchAds(url: string, signal: AbortSignal) {
  const { host } = new URL(url)
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const text = await readText(url, ended).catch((error: unknown) => {
    const reason = error instanceof Refused ? error.message : `did not answer: ${causeOf(error)}`
    throw new Error(`${host} ${reason}`)
  })
  return { hash: hash('sha256', text), read: () => readAds(text, host) }
}

function readAds(text: string, host: string): AdsDocument {
  const document: unknown = parseShape(Type.Unknown(), text)
  if (document === undefined) throw new Error(`${host} sent no JSON`)
  const [reason] = reasonsAgainstAds(document)
  if (hasShape(AdsDocument, document) && !reason) return document
  throw new Error(`${host} sent no ad data: ${reason?.field} ${reason?.message}`)
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json' }
  // Redirects are not followed: the operator chose this address, and a redirect may lead to an unchecked one.
  const response = await fetch(url, { signal, redirect: 'manual', headers })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Refused(`answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Refused(`sent more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

class Refused extends Error {}

/** The message of `fetch` is always the same; its cause says more. */
const causeOf = (error: unknown) =>
  reasonOf(error instanceof Error && error.cause ? error.cause : error)
