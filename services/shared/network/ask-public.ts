import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isPublicAddress } from './public-address.ts'

interface Address {
  address: string
  family: number
}

/** Access to other sites; replaced in tests. */
export interface Network {
  request(url: URL, options: RequestOptions): ClientRequest
  /** All addresses of a host. */
  resolve(hostname: string): Promise<Address[]>
  isPublic(address: string): boolean
}

export const INTERNET: Network = {
  request: (url, options) => (url.protocol === 'https:' ? https : http).request(url, options),
  resolve: (hostname) => lookup(hostname, { all: true }),
  isPublic: isPublicAddress,
}

/** The request was refused because its host is this machine or in a private network. */
export class NotPublicError extends Error {}

export interface PublicRequest {
  method?: string
  headers: Record<string, string>
  body?: string
  /** Aborts the request at any point, from the DNS lookup to the last byte of the answer. */
  signal: AbortSignal
}

/**
 * Sends a request to another site, whose address comes from an editor or from a redirect. Redirects
 * are not followed, because their targets need the same check.
 *
 * @returns the answer, whose body must be read or destroyed
 * @throws {NotPublicError} when any address of the host is not public; nothing was sent
 * @throws the signal's reason when it aborted the request, and any other error of Node as it is
 */
export async function askPublic(
  url: URL,
  { signal, body, ...options }: PublicRequest,
  network: Network = INTERNET,
): Promise<IncomingMessage> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await Promise.race([network.resolve(hostname), rejectWith(signal)])
  const [first] = addresses
  // One address that is not public is enough to refuse: the next lookup may return that one.
  if (!first || !addresses.every(({ address }) => network.isPublic(address))) {
    throw new NotPublicError(`${hostname} is not on the internet`)
  }
  const sent = network.request(url, {
    ...options,
    agent: false,
    signal,
    // Connect to the address that was checked, even if the name resolves to another one by now.
    lookup: (_hostname, { all }, answer) =>
      all ? answer(null, [first]) : answer(null, first.address, first.family),
  })
  sent.end(body)
  try {
    const [response]: IncomingMessage[] = await once(sent, 'response', { signal })
    if (!response) throw new Error(`${hostname} did not answer`)
    return response
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    // Later failures reach the caller through the body of the answer.
    sent.on('error', () => {})
  }
}

const rejectWith = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
