import { createByteList } from './byte-list.ts'
import { type TextList, toTextList } from './text-list.ts'

/**
 * Numbers distinct texts from 0 up in the order of their first appearance. Texts are read in place,
 * among other bytes: cutting them out and looking them up in a `Map` takes several times as long,
 * and each of a million titles has nine words.
 */
export interface Numbering {
  readonly size: number
  /** The number of the text from `start` to the next border, or to `limit` (exclusive). */
  numberAt(bytes: Uint8Array, start: number, limit: number): number
  /** Where the text of the last `numberAt` call ended: at its border, or at the limit. */
  readonly end: number
  /** Whether the bytes from `start` up to `end` are this text. */
  isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean
  /** All texts so far, by number. */
  texts(): TextList
}

/** Fields of a slot: a text's hash, its number plus one (0: free), where it begins, its length. */
const FIELDS = 4
const FIRST_PLACES = 1 << 10

/** @param border the byte that ends a text */
export function createNumbering(border: number): Numbering {
  let places = new Int32Array(FIRST_PLACES * FIELDS)
  let mask = FIRST_PLACES - 1
  const texts = createByteList()
  let known = texts.bytes
  /** Where each text begins; a last entry ends the last one. */
  let starts = new Uint32Array(FIRST_PLACES)
  let count = 0
  let end = 0

  function fill(place: number, bytes: Uint8Array, start: number, hash: number) {
    places[place] = hash
    places[place + 1] = count + 1
    places[place + 2] = texts.length
    places[place + 3] = end - start
    texts.pushBytes(bytes, start, end)
    known = texts.bytes
    count += 1
    if (count === starts.length) {
      const larger = new Uint32Array(count * 2)
      larger.set(starts)
      starts = larger
    }
    starts[count] = texts.length
    if (count > (mask >> 2) * 3) makeRoom()
    return count - 1
  }

  function makeRoom(): void {
    const old = places
    mask = mask * 2 + 1
    places = new Int32Array((mask + 1) * FIELDS)
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + 1] === 0) continue
      let slot = spread(old[from] ?? 0) & mask
      while (places[slot * FIELDS + 1] !== 0) slot = (slot + 1) & mask
      for (let field = 0; field < FIELDS; field++) {
        places[slot * FIELDS + field] = old[from + field] ?? 0
      }
    }
  }

  return {
    get size() {
      return count
    },
    get end() {
      return end
    },

    numberAt(bytes, start, limit) {
      // FNV-1a.
      let hash = 0x811c9dc5
      let at = start
      for (; at < limit; at++) {
        const byte = bytes[at] ?? 0
        if (byte === border) break
        hash = Math.imul(hash ^ byte, 0x01000193)
      }
      end = at
      const length = at - start
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const place = slot * FIELDS
        const number = places[place + 1] ?? 0
        if (number === 0) return fill(place, bytes, start, hash)
        if (places[place] !== hash || places[place + 3] !== length) continue
        const from = places[place + 2] ?? 0
        let same = 0
        while (same < length && known[from + same] === bytes[start + same]) same += 1
        if (same === length) return number - 1
      }
    },

    isAt(number, bytes, start, end) {
      let at = starts[number] ?? 0
      if ((starts[number + 1] ?? 0) - at !== end - start) return false
      for (let byte = start; byte < end; byte++) if (known[at++] !== bytes[byte]) return false
      return true
    },

    texts: () => toTextList(texts.bytes, starts.subarray(0, count + 1)),
  }
}

/** The low bits of a short text's hash depend little on its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
