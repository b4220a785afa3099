import type { IncomingMessage } from 'node:http'
import { SiteError } from '#shared/errors.ts'
import { askPublic, INTERNET, type Network } from '#shared/network/ask-public.ts'

/** For everything from the DNS look-up to the last byte. */
const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const SCRIPT_TYPES = new Set([
  'text/javascript',
  'application/javascript',
  'application/x-javascript',
  'text/ecmascript',
  'application/ecmascript',
])

/**
 * Fetches a script of another site. Nothing of the reader is sent, and the headers of the other
 * site are dropped.
 *
 * @param isListed whether a URL may be requested; redirects are checked as well
 * @returns the text
 * @throws {SiteError} `unavailable` when it does not arrive completely within 5 s and 1 MB, is not
 *   a script, or its host has a non-public address
 */
export type FetchScript = (url: string, isListed: (url: string) => boolean) => Promise<string>

export const createScriptFetcher =
  (network: Network = INTERNET): FetchScript =>
  async (address, isListed) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      let url = new URL(address)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const response = await ask(network, url, signal)
        const { location } = response.headers
        if (!isRedirect(response) || location === undefined) return await readScript(response)
        response.destroy()
        url = new URL(location, url)
        if (!isListed(url.href)) throw new Error(`It redirects to ${url.href}, which is not listed`)
      }
      throw new Error(`It redirects more than ${MAX_REDIRECTS} times`)
    } catch (cause) {
      throw new SiteError('unavailable', 'This script cannot be fetched now', { cause })
    }
  }

/** @throws {Error} when the host does not answer or must not be requested */
function ask(network: Network, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:') throw new Error(`${url.href} is not https`)
  const headers = { accept: 'text/javascript, */*;q=0.1', 'accept-encoding': 'identity' }
  return askPublic(url, { headers, signal }, network)
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 300 && statusCode < 400

/** @throws {Error} when it is not a script, or is too long */
async function readScript(response: IncomingMessage): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  const [essence = ''] = type.toLowerCase().split(';', 1)
  try {
    if (response.statusCode !== 200) throw new Error(`Its server answered ${response.statusCode}`)
    if (!SCRIPT_TYPES.has(essence.trim())) throw new Error(`Its type is ${type || 'missing'}`)
    if (encoding !== 'identity') throw new Error('It is compressed, which was not requested')
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response) {
      length += chunk.length
      if (length > MAX_BYTES) throw new Error(`It has more than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type) ?? []
    return new TextDecoder(charset).decode(Buffer.concat(chunks))
  } finally {
    response.destroy()
  }
}
