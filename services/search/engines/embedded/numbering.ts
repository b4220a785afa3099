/**
 * Gives each distinct text a number, from 0 up, in the order in which they come. Texts are read where
 * they stand in a longer one: cutting them out and looking them up in a Map takes several times as
 * long, and nine words of each of a million titles are looked up.
 */
export interface Numbering {
  /** The number of the text from `start` to before `end`. */
  numberOf(text: string, start: number, end: number): number
  /** All texts so far, by number. */
  names(): string[]
}

/** What is known of a text lies together, because memory is slow: four numbers a place. */
const FIELDS = 4
const HASH = 0
/** Plus one, so that 0 means that the place is free. */
const NUMBER = 1
const START = 2
const LENGTH = 3
const FIRST_PLACES = 1 << 12

export function createNumbering(): Numbering {
  let places = new Int32Array(FIRST_PLACES * FIELDS)
  let mask = FIRST_PLACES - 1
  /** The texts, one after another. */
  let units = new Uint16Array(1 << 14)
  let used = 0
  let count = 0

  function isText(place: number, text: string, start: number, end: number): boolean {
    if (places[place + LENGTH] !== end - start) return false
    let at = places[place + START] ?? 0
    for (let unit = start; unit < end; unit++)
      if (units[at++] !== text.charCodeAt(unit)) return false
    return true
  }

  function fill(place: number, text: string, start: number, end: number, hash: number): number {
    if (used + end - start > units.length) {
      const larger = new Uint16Array(Math.max(units.length * 2, used + end - start))
      larger.set(units)
      units = larger
    }
    places.set([hash, ++count, used, end - start], place)
    for (let unit = start; unit < end; unit++) units[used++] = text.charCodeAt(unit)
    if (count > mask >> 1) makeRoom()
    return count - 1
  }

  function makeRoom(): void {
    const old = places
    mask = mask * 2 + 1
    places = new Int32Array((mask + 1) * FIELDS)
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + NUMBER] === 0) continue
      let slot = spread(old[from + HASH] ?? 0) & mask
      while (places[slot * FIELDS + NUMBER] !== 0) slot = (slot + 1) & mask
      places.set(old.subarray(from, from + FIELDS), slot * FIELDS)
    }
  }

  return {
    numberOf(text, start, end) {
      // FNV-1a.
      let hash = 0x811c9dc5
      for (let unit = start; unit < end; unit++) {
        hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193)
      }
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const place = slot * FIELDS
        const number = places[place + NUMBER] ?? 0
        if (number === 0) return fill(place, text, start, end, hash)
        if (places[place + HASH] === hash && isText(place, text, start, end)) return number - 1
      }
    },

    names() {
      const names: string[] = Array.from({ length: count }, () => '')
      for (let place = 0; place < places.length; place += FIELDS) {
        const number = places[place + NUMBER] ?? 0
        const start = places[place + START] ?? 0
        const length = places[place + LENGTH] ?? 0
        if (number > 0) {
          names[number - 1] = String.fromCharCode(...units.subarray(start, start + length))
        }
      }
      return names
    },
  }
}

/** The low bits of the hash of a short text say little about its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
