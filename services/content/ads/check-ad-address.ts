import { trimCharacter } from '#shared/text/trim-character.ts'
import type { AdPartDropped } from './parse-ad.ts'

/** Longest address that is shown, once everything in it is escaped. */
const MAX_LENGTH = 2048

/**
 * The address of a paid link as a browser would follow it, or why nobody should.
 *
 * @param given the value of `href`, its entities decoded
 */
export function checkAdAddress(given: string): { href: string } | AdPartDropped {
  const address = trimCharacter(given, ' ')
  // A browser ignores tabs and line breaks: `java\nscript:` is a scheme to it.
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) {
    return { reason: 'link-address', detail: address }
  }
  const { protocol, username, password, host, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return { reason: 'link-scheme', detail: protocol }
  }
  if (username || password) return { reason: 'link-credentials', detail: host }
  // `https:host` and `https:/\host` are read in more than one way.
  if (!/^https?:\/\/[^/\\]/i.test(address) || href.length > MAX_LENGTH) {
    return { reason: 'link-address', detail: address }
  }
  return { href }
}
