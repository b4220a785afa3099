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

/** What is known of a text lies together, because memory is slow: four numbers a place. */
const FIELDS = 4
const HASH = 0
/** Plus one, so that 0 means that the place is free. */
const NUMBER = 1
const START = 2
const LENGTH = 3
const FIRST_PLACES = 1 << 10

export function createNumbering(): Numbering {
  let places = new Int32Array(FIRST_PLACES * FIELDS)
  let mask = FIRST_PLACES - 1
  const texts = createByteList()
  let known = texts.bytes
  /** Where each text begins; a last entry ends the last one. */
  const starts: number[] = [0]

  function isSame(from: number, bytes: Uint8Array, start: number, end: number): boolean {
    for (let byte = start, at = from; byte < end; byte++, at++) {
      if (known[at] !== bytes[byte]) return false
    }
    return true
  }

  function fill(place: number, bytes: Uint8Array, start: number, end: number, hash: number) {
    places[place + HASH] = hash
    places[place + NUMBER] = starts.length
    places[place + START] = texts.length
    places[place + LENGTH] = end - start
    texts.pushBytes(bytes, start, end)
    known = texts.bytes
    const number = starts.push(texts.length) - 2
    if (starts.length > mask >> 1) makeRoom()
    return number
  }

  function makeRoom(): void {
    const old = places
    mask = mask * 2 + 1
    places = new Int32Array((mask + 1) * FIELDS)
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + NUMBER] === 0) continue
      let slot = spread(old[from + HASH] ?? 0) & mask
      while (places[slot * FIELDS + NUMBER] !== 0) slot = (slot + 1) & mask
      for (let field = 0; field < FIELDS; field++) {
        places[slot * FIELDS + field] = old[from + field] ?? 0
      }
    }
  }

  return {
    get size() {
      return starts.length - 1
    },

    numberOf(bytes, start, end) {
      // FNV-1a.
      let hash = 0x811c9dc5
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const place = slot * FIELDS
        const number = places[place + NUMBER] ?? 0
        if (number === 0) return fill(place, bytes, start, end, hash)
        if (places[place + HASH] !== hash || places[place + LENGTH] !== end - start) continue
        if (isSame(places[place + START] ?? 0, bytes, start, end)) return number - 1
      }
    },

    isAt(number, bytes, start, end) {
      const from = starts[number] ?? 0
      return (starts[number + 1] ?? 0) - from === end - start && isSame(from, bytes, start, end)
    },

    texts: () => toTextList(texts.bytes, starts),
  }
}

/** The low bits of the hash of a short text say little about its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
