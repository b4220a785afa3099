/**
 * Memory for the time of one search, used again by the next: a search of a million titles needs a
 * megabyte of it, and making that anew for each would mean a garbage collection every second.
 */
const free = new Map<number, Uint32Array[]>()
const taken: Uint32Array[] = []

/** Segments of so many different sizes are searched at the same time, and a few more. */
const MOST_SIZES = 8

/** Zeros, to be used until the search that runs now ends. */
export function scratchNumbers(length: number): Uint32Array {
  const numbers = free.get(length)?.pop()?.fill(0) ?? new Uint32Array(length)
  taken.push(numbers)
  return numbers
}

/**
 * Takes back all scratch memory when the work is done.
 *
 * @param work does not wait for anything, and keeps nothing of what it took
 */
export function withScratch<T>(work: () => T): T {
  try {
    return work()
  } finally {
    if (free.size > MOST_SIZES) free.clear()
    for (const numbers of taken.splice(0)) {
      const others = free.get(numbers.length)
      if (others) others.push(numbers)
      else free.set(numbers.length, [numbers])
    }
  }
}
