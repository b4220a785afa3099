import { trimCharacter } from '#shared/text/trim-character.ts'
import type { AdPartDropped } from './ad-drop.ts'

/** The longest address that is shown, after escaping. */
const MAX_LENGTH = 2048

/**
 * The normalised address of a sponsored link, or why it is not shown.
 *
 * @param given the value of `href`, with entities decoded
 */
export function checkAdAddress(given: string): { href: string } | AdPartDropped {
  const address = trimCharacter(given, ' ')
  // Browsers ignore tabs and line breaks: to them, `java\nscript:` is a scheme.
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) {
    return { reason: 'link-address', detail: address }
  }
  const { protocol, username, password, host, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return { reason: 'link-scheme', detail: protocol }
  }
  if (username || password) return { reason: 'link-credentials', detail: host }
  // Parsers disagree about `https:host` and `https:/\host`.
  if (!/^https?:\/\/[^/\\]/i.test(address) || href.length > MAX_LENGTH) {
    return { reason: 'link-address', detail: address }
  }
  return { href }
}
