import type { Token } from 'markdown-it'

/** The most for all links and images of a text, in UTF-16 units: no text can write out so much. */
const MAX_UNITS = 5_000_000

/**
 * Removes the addresses and titles of links and images once their total is too long. A reference is
 * defined once and may be used by every third character, so 500 KB of text could become 20 GB.
 *
 * @returns whether any was removed
 */
export function limitAddresses(tokens: readonly Token[]): boolean {
  let units = 0
  let isCut = false
  const limit = (parts: readonly Token[]): void => {
    for (const { attrs, children } of parts) {
      for (const attribute of attrs ?? []) {
        units += String(attribute[1]).length
        if (units <= MAX_UNITS) continue
        attribute[1] = ''
        isCut = true
      }
      if (children) limit(children)
    }
  }
  limit(tokens)
  return isCut
}
