import { createByteList } from './byte-list.ts'
import { type TextList, toTextList } from './text-list.ts'

/**
 * Numbers distinct texts from 0 up in the order of their first appearance. Texts are read in place,
 * among other bytes: cutting them out and looking them up in a `Map` takes several times as long,
 * and each of a million titles has nine words.
 */
export interface Numbering {
  /** The number of the text from `start` to the next border, or to `limit` (exclusive). */
  numberAt(bytes: Uint8Array, start: number, limit: number): number
  /** Where the text of the last `numberAt` call ended: at its border, or at the limit. */
  readonly end: number
  /** All texts so far, by number. */
  texts(): TextList
}

const FIRST_SLOTS = 1 << 10

/** @param border the byte that ends a text */
export function createNumbering(border: number): Numbering {
  /** In each slot a text's hash, and its number plus one (0: free). */
  let slots = new Int32Array(FIRST_SLOTS * 2)
  let mask = FIRST_SLOTS - 1
  const texts = createByteList()
  let known = texts.bytes
  /** Where each text begins; a last entry ends the last one. */
  let starts = new Uint32Array(FIRST_SLOTS)
  let count = 0
  let end = 0

  function fill(slot: number, bytes: Uint8Array, start: number, hash: number) {
    slots[slot * 2] = hash
    slots[slot * 2 + 1] = ++count
    texts.pushBytes(bytes, start, end)
    known = texts.bytes
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
    const old = slots
    mask = mask * 2 + 1
    slots = new Int32Array((mask + 1) * 2)
    for (let from = 0; from < old.length; from += 2) {
      const hash = old[from] ?? 0
      const number = old[from + 1] ?? 0
      if (number === 0) continue
      let slot = spread(hash) & mask
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask
      slots[slot * 2] = hash
      slots[slot * 2 + 1] = number
    }
  }

  return {
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
        const number = slots[slot * 2 + 1] ?? 0
        if (number === 0) return fill(slot, bytes, start, hash)
        if (slots[slot * 2] !== hash) continue
        const from = starts[number - 1] ?? 0
        if ((starts[number] ?? 0) - from !== length) continue
        let same = 0
        while (same < length && known[from + same] === bytes[start + same]) same += 1
        if (same === length) return number - 1
      }
    },

    texts: () => toTextList(texts.bytes, starts.subarray(0, count + 1)),
  }
}

/** The low bits of a short text's hash depend little on its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
