/** Ids of articles in 16 bytes each: as text they would be the largest part of an index. */

export const ID_BYTES = 16
const TEXT_LENGTH = 36
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** The value of a hexadecimal digit by its character code. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value

const isHyphenBefore = (byte: number) => byte === 4 || byte === 6 || byte === 8 || byte === 10

/**
 * @param at the first byte of sixteen
 * @throws {Error} when it is not a UUID in lower case
 */
export function writeId(bytes: Uint8Array, at: number, id: string): void {
  let unit = 0
  let isValid = id.length === TEXT_LENGTH
  for (let byte = 0; byte < ID_BYTES; byte++) {
    if (isHyphenBefore(byte) && id[unit++] !== '-') isValid = false
    const high = DIGITS[id.charCodeAt(unit++)] ?? 255
    const low = DIGITS[id.charCodeAt(unit++)] ?? 255
    if (high > 15 || low > 15) isValid = false
    bytes[at + byte] = high * 16 + low
  }
  if (!isValid) throw new Error(`Not the id of an article: ${id}`)
}

/** @param row the index of the id */
export function readId(ids: Uint8Array, row: number): string {
  let text = ''
  for (let byte = 0; byte < ID_BYTES; byte++) {
    if (isHyphenBefore(byte)) text += '-'
    text += HEX[ids[row * ID_BYTES + byte] ?? 0]
  }
  return text
}

/**
 * The row of an id.
 *
 * @param order the rows of all ids, sorted by id
 * @returns -1 when it is not there
 */
export function findId(ids: Uint8Array, order: Uint32Array, id: string): number {
  const wanted = new Uint8Array(ID_BYTES)
  writeId(wanted, 0, id)
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = order[middle] ?? 0
    const difference = compareIds(ids, row, wanted, 0)
    if (difference === 0) return row
    if (difference < 0) low = middle + 1
    else high = middle
  }
  return -1
}

/** Below 0 when the first comes first. The order is that of the ids as text. */
export function compareIds(one: Uint8Array, row: number, other: Uint8Array, place: number): number {
  for (let byte = 0; byte < ID_BYTES; byte++) {
    const difference = (one[row * ID_BYTES + byte] ?? 0) - (other[place * ID_BYTES + byte] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
