/**
 * Gives each distinct text a number, from 0 up, in the order in which they come. Texts are read where
 * they stand in a longer one: cutting them out and looking them up in a Map takes several times as
 * long, and nine words of each of a million titles are looked up.
 */
export interface Numbering {
  readonly size: number
  /** The number of the text from `start` to before `end`. */
  numberOf(text: string, start: number, end: number): number
  /** Whether this text stands in a longer one, from `start` to before `end`. */
  isAt(number: number, text: string, start: number, end: number): boolean
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
const FIRST_PLACES = 1 << 10

export function createNumbering(): Numbering {
  let places = new Int32Array(FIRST_PLACES * FIELDS)
  let mask = FIRST_PLACES - 1
  /** The texts, one after another, and where each begins; a last entry ends the last one. */
  let units = new Uint16Array(1 << 12)
  const starts: number[] = [0]

  function isSame(from: number, text: string, start: number, end: number): boolean {
    for (let unit = start, at = from; unit < end; unit++, at++) {
      if (units[at] !== text.charCodeAt(unit)) return false
    }
    return true
  }

  function fill(place: number, text: string, start: number, end: number, hash: number): number {
    let used = starts.at(-1) ?? 0
    if (used + end - start > units.length) {
      const larger = new Uint16Array(Math.max(units.length * 2, used + end - start))
      larger.set(units)
      units = larger
    }
    places[place + HASH] = hash
    places[place + NUMBER] = starts.length
    places[place + START] = used
    places[place + LENGTH] = end - start
    for (let unit = start; unit < end; unit++) units[used++] = text.charCodeAt(unit)
    const number = starts.push(used) - 2
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
        if (places[place + HASH] !== hash || places[place + LENGTH] !== end - start) continue
        if (isSame(places[place + START] ?? 0, text, start, end)) return number - 1
      }
    },

    isAt(number, text, start, end) {
      const from = starts[number] ?? 0
      return (starts[number + 1] ?? 0) - from === end - start && isSame(from, text, start, end)
    },

    names: () =>
      starts
        .slice(1)
        .map((end, number) => String.fromCharCode(...units.subarray(starts[number], end))),
  }
}

/** The low bits of the hash of a short text say little about its first letters. */
const spread = (hash: number) => hash ^ (hash >>> 15)
