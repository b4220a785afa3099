/** What FNV-1a makes of no text, and of a hash and one more UTF-16 unit: signed, which V8 keeps in less. */
export const FNV_START = 0x811c9dc5 | 0
export const fnvStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** FNV-1a over UTF-16 units, 32 bits: small, and the same on every machine and for ever. */
export function fnvHash(text: string): number {
  let hash = FNV_START
  for (let index = 0; index < text.length; index++) hash = fnvStep(hash, text.charCodeAt(index))
  return hash >>> 0
}
