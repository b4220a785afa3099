import { createHash } from 'node:crypto'
import { hasShape } from '#shared/check-shape.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { AdsDocument, reasonsAgainstAds } from './ads-document.ts'

const TIMEOUT_MS = 20_000
/** The same limit as for `PUT /ads`. */
const MAX_BYTES = 16 * 1024 * 1024

export interface FetchedAds {
  /** SHA-256 of the response, to skip data that have not changed. */
  hash: string
  /** @throws {Error} saying why the response is not ad data */
  read(): AdsDocument
}

/**
 * Fetches the data of the ad system.
 *
 * @param signal aborts the request
 * @throws {Error} saying why it failed, without the address, which may contain a secret
 */
export async function fetchAds(url: string, signal: AbortSignal): Promise<FetchedAds> {
  const { host } = new URL(url)
  const text = await readText(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]), host)
  return {
    hash: createHash('sha256').update(text).digest('hex'),
    read: () => readAds(text, host),
  }
}

function readAds(text: string, host: string): AdsDocument {
  const document = parseJson(text, host)
  const [reason] = reasonsAgainstAds(document)
  if (hasShape(AdsDocument, document) && !reason) return document
  throw new Error(`${host} sent no ad data: ${reason?.field} ${reason?.message}`)
}

async function readText(url: string, signal: AbortSignal, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // Not followed: the operator chose this address, and nobody checked where a redirect leads.
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Refused(`answered ${response.status}`)
    }
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Refused(`sent more than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    const said = error instanceof Refused ? error.message : `did not answer: ${causeOf(error)}`
    throw new Error(`${host} ${said}`)
  }
  return Buffer.concat(chunks).toString()
}

class Refused extends Error {}

/** The message of `fetch` is always the same; its cause says more. */
const causeOf = (error: unknown) =>
  reasonOf(error instanceof Error && error.cause ? error.cause : error)

function parseJson(text: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${host} sent no JSON`)
  }
}
