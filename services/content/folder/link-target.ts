import type { PagePath } from '#shared/contracts/primitives.ts'

// A reserved host name, used only to resolve relative addresses.
const NOWHERE = 'http://site.invalid'
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i

/**
 * @param address as written in the text
 * @param page the page of the text, which relative addresses refer to
 * @param origin of the site, if known: links with this origin are within the site
 * @returns the target, with the id after `#`, empty if there is none; `undefined` when the link
 *   leads to another site
 */
export function linkTarget(
  address: string,
  page: PagePath,
  origin?: string,
): { path: PagePath; fragment: string } | undefined {
  const inside = !SCHEME.test(address)
  const url = inside ? URL.parse(address, NOWHERE + page) : URL.parse(address, 'https://x.invalid')
  if (!url || (!inside && url.origin !== origin)) return undefined
  return { path: decoded(url.pathname), fragment: decoded(url.hash.slice(1)) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
