/** FNV-1a over UTF-16 units, 32 bits: small, and the same on every machine and for ever. */
export function fnvHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
