import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isPublicAddress } from './public-address.ts'

interface Address {
  address: string
  family: number
}

/** How other sites are reached; tests bring their own. */
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

/** A host that is not asked, because it is of this machine or of a network of ours. */
export class NotPublicError extends Error {}

export interface PublicRequest {
  method?: string
  headers: Record<string, string>
  /** Ends it, from the look-up of the name to the last byte of the answer. */
  signal: AbortSignal
}

/**
 * Asks another site, whose address somebody wrote or another site named. Redirects are not followed:
 * where they lead has to be looked at in the same way.
 *
 * @returns the answer, whose body must be read or destroyed
 * @throws {NotPublicError} when the host has an address that is not of the internet; nothing was sent
 * @throws the signal's reason when it ended the request, and any other failure as Node says it
 */
export async function askPublic(
  url: URL,
  { signal, ...options }: PublicRequest,
  network: Network = INTERNET,
): Promise<IncomingMessage> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await Promise.race([network.resolve(hostname), rejectWith(signal)])
  const [first] = addresses
  // One that is not is reason enough: the next look-up may bring that one.
  if (!first || !addresses.every(({ address }) => network.isPublic(address))) {
    throw new NotPublicError(`${hostname} is not on the internet`)
  }
  const sent = network.request(url, {
    ...options,
    agent: false,
    signal,
    // The address that was looked at is the one that is asked, whatever the name means by now.
    lookup: (_hostname, { all }, answer) =>
      all ? answer(null, [first]) : answer(null, first.address, first.family),
  })
  sent.end()
  try {
    const [response]: IncomingMessage[] = await once(sent, 'response', { signal })
    if (!response) throw new Error(`${hostname} did not answer`)
    return response
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    // What fails later is heard of by whoever reads the answer.
    sent.on('error', () => {})
  }
}

const rejectWith = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
