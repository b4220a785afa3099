import type { IncomingMessage } from 'node:http'
import { SiteError } from '#shared/errors.ts'
import { askPublic, INTERNET, type Network } from '#shared/network/ask-public.ts'

/** From the first look-up of a name to the last byte. */
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
 * Fetches a script of another site, with nothing of the reader who wants it: none of his headers,
 * and whatever the other site sets is dropped.
 *
 * @param isListed whether an address may be asked; where a redirect leads is looked at as well
 * @returns the text
 * @throws {SiteError} `unavailable` when it does not come whole in 5 s and 1 MB, is no script, or
 *   its host has an address that is not of the internet
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
        if (!isListed(url.href)) throw new Error(`It leads to ${url.href}, which is not listed`)
      }
      throw new Error(`It leads on more than ${MAX_REDIRECTS} times`)
    } catch (cause) {
      throw new SiteError('unavailable', 'This script cannot be had just now', { cause })
    }
  }

/** @throws {Error} when the host does not answer, or is not to be asked */
function ask(network: Network, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:') throw new Error(`${url.href} is not https`)
  const headers = { accept: 'text/javascript, */*;q=0.1', 'accept-encoding': 'identity' }
  return askPublic(url, { headers, signal }, network)
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 300 && statusCode < 400

/** @throws {Error} when it is no script, or too long */
async function readScript(response: IncomingMessage): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  const [essence = ''] = type.toLowerCase().split(';', 1)
  try {
    if (response.statusCode !== 200) throw new Error(`It was answered ${response.statusCode}`)
    if (!SCRIPT_TYPES.has(essence.trim())) throw new Error(`Its type is ${type || 'not said'}`)
    if (encoding !== 'identity') throw new Error('It is compressed, which was not asked for')
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
