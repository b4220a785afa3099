import type { PagePath } from '#shared/contracts/primitives.ts'

/** Where a link leads within the site. */
export interface LinkTarget {
  path: PagePath
  /** The id after `#`; empty when there is none. */
  fragment: string
}

// Nobody's: only paths are read from addresses under it.
const NOWHERE = 'http://site.invalid'
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i

/**
 * @param address as it stands in a text
 * @param page where the text is, from which relative addresses lead
 * @param origin of the site, when it is known: links that name it stay inside
 * @returns `undefined` when the link leads elsewhere
 */
export function linkTarget(
  address: string,
  page: PagePath,
  origin?: string,
): LinkTarget | undefined {
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
