import type { Token } from 'markdown-it'

/** Of all links and images of a text together, in UTF-16 units: more than the longest text can write out. */
const MOST = 5_000_000

/**
 * Takes the addresses and titles away from links and images once there are too many of them. A
 * reference is written once and may be used by every third character: 500 KB would become 20 GB.
 *
 * @returns whether any was taken away
 */
export function limitAddresses(tokens: readonly Token[]): boolean {
  let units = 0
  let isCut = false
  const limit = (parts: readonly Token[]): void => {
    for (const { attrs, children } of parts) {
      for (const attribute of attrs ?? []) {
        units += String(attribute[1]).length
        if (units <= MOST) continue
        attribute[1] = ''
        isCut = true
      }
      if (children) limit(children)
    }
  }
  limit(tokens)
  return isCut
}
