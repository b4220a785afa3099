import { sharedBytes } from './shared-memory.ts'

/** Ids of articles, 16 bytes each: as text they would be the largest part of an index. */

const ID_BYTES = 16
const TEXT_LENGTH = 36
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** The value of a hexadecimal digit by its character code. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value

const isHyphenBefore = (byte: number) => byte === 4 || byte === 6 || byte === 8 || byte === 10

/** Ids that are written one after another. */
export const createIds = (count: number): Uint8Array => sharedBytes(count * ID_BYTES)

/**
 * @returns the ids, in larger memory when they need it
 * @throws {Error} when it is no UUID in lower case
 */
export function writeId(given: Uint8Array, at: number, id: string): Uint8Array {
  const ids = (at + 1) * ID_BYTES > given.length ? createIds(at * 2) : given
  if (ids !== given) ids.set(given)
  let unit = 0
  let isValid = id.length === TEXT_LENGTH
  for (let byte = 0; byte < ID_BYTES; byte++) {
    if (isHyphenBefore(byte) && id[unit++] !== '-') isValid = false
    const high = DIGITS[id.charCodeAt(unit++)] ?? 255
    const low = DIGITS[id.charCodeAt(unit++)] ?? 255
    if (high > 15 || low > 15) isValid = false
    ids[at * ID_BYTES + byte] = high * 16 + low
  }
  if (!isValid) throw new Error(`Not the id of an article: ${id}`)
  return ids
}

export function moveId(from: Uint8Array, at: number, to: Uint8Array, place: number): void {
  for (let byte = 0; byte < ID_BYTES; byte++) {
    to[place * ID_BYTES + byte] = from[at * ID_BYTES + byte] ?? 0
  }
}

export function readId(ids: Uint8Array, at: number): string {
  let text = ''
  for (let byte = 0; byte < ID_BYTES; byte++) {
    if (isHyphenBefore(byte)) text += '-'
    text += HEX[ids[at * ID_BYTES + byte] ?? 0]
  }
  return text
}

/**
 * The place of an id.
 *
 * @param order the places of all ids, in the order of these
 * @returns -1 when it is not there
 */
export function findId(ids: Uint8Array, order: Uint32Array, id: string): number {
  const wanted = createIds(1)
  writeId(wanted, 0, id)
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = order[middle] ?? 0
    const difference = compareIds(ids, place, wanted, 0)
    if (difference === 0) return place
    if (difference < 0) low = middle + 1
    else high = middle
  }
  return -1
}

/** Below 0 when the first comes first; in the order of their texts. */
export function compareIds(one: Uint8Array, at: number, other: Uint8Array, place: number): number {
  for (let byte = 0; byte < ID_BYTES; byte++) {
    const difference = (one[at * ID_BYTES + byte] ?? 0) - (other[place * ID_BYTES + byte] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
