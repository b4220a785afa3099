import { createByteList } from './byte-list.ts'
import { type TextList, toTextList } from './text-list.ts'

/**
 * Gives each distinct text a number, from 0 up, in the order in which they come. Texts are read where
 * they stand among other bytes: cutting them out and looking them up in a Map takes several times as
 * long, and nine words of each of a million titles are looked up.
 */
export interface Numbering {
  readonly size: number
  /** The number of the text from `start` to before `end`. */
  numberOf(bytes: Uint8Array, start: number, end: number): number
  /** Whether this text stands there, from `start` to before `end`. */
  isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean
  /** All texts so far, by number. */
  texts(): TextList
}

/** A place holds the hash of a text and its number plus one, so that 0 means that it is free. */
const FIELDS = 2
const FIRST_PLACES = 1 << 10

export function createNumbering(): Numbering {
  let places = new Int32Array(FIRST_PLACES * FIELDS)
  let mask = FIRST_PLACES - 1
  const texts = createByteList()
  let known = texts.bytes
  /** Where each text begins; a last entry ends the last one. */
  let starts = new Uint32Array(FIRST_PLACES)
  let count = 0

  function isText(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = starts[number] ?? 0
    if ((starts[number + 1] ?? 0) - at !== end - start) return false
    for (let byte = start; byte < end; byte++) if (known[at++] !== bytes[byte]) return false
    return true
  }

  function fill(place: number, bytes: Uint8Array, start: number, end: number, hash: number) {
    texts.pushBytes(bytes, start, end)
    known = texts.bytes
    places[place] = hash
    places[place + 1] = ++count
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
      const hash = old[from] ?? 0
      const number = old[from + 1] ?? 0
      if (number === 0) continue
      let slot = spread(hash) & mask
      while (places[slot * FIELDS + 1] !== 0) slot = (slot + 1) & mask
      places[slot * FIELDS] = hash
      places[slot * FIELDS + 1] = number
    }
  }

  return {
    get size() {
      return count
    },

    numberOf(bytes, start, end) {
      // FNV-1a.
      let hash = 0x811c9dc5
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const number = places[slot * FIELDS + 1] ?? 0
        if (number === 0) return fill(slot * FIELDS, bytes, start, end, hash)
        if (places[slot * FIELDS] !== hash) continue
        if (isText(number - 1, bytes, start, end)) return number - 1
      }
    },

    isAt: isText,

    texts: () => toTextList(texts.bytes, starts.subarray(0, count + 1)),
  }
}

/** The low bits of the hash of a short text say little about its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
