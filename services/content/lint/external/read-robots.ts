import type { IncomingMessage } from 'node:http'
import robotsParser from 'robots-parser'

/** The package is CommonJS, and exports the function that its types call `default`. */
const parse = robotsParser as unknown as typeof robotsParser.default

/** The size that RFC 9309 requires to be read of a robots.txt. */
const MAX_BYTES = 500 * 1024

/** What a robots.txt says to one program, by RFC 9309. */
export type IsAllowed = (url: URL) => boolean

/** @param response to the request for the robots.txt; it is read or destroyed */
export async function readRobots(
  response: IncomingMessage,
  site: URL,
  agent: string,
): Promise<IsAllowed> {
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy()
    return () => statusCode < 500
  }
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) break
  }
  return parseRobots(text, site, agent)
}

/**
 * @param site any address of the site, even if robots.txt was redirected from elsewhere
 * @param agent the name of the program; without rules for it, those for `*` apply
 */
export function parseRobots(text: string, site: URL, agent: string): IsAllowed {
  const rules = parse(new URL('/robots.txt', site).href, text)
  return ({ href }) => rules.isAllowed(href, agent) ?? true
}
