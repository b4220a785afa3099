/** FNV-1a over UTF-16 units, 32 bits: small, and the same on every machine and for ever. */
export function fnvHash(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
