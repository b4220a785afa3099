/**
 * Memory for the time of one search, used again by the next: a search of a million titles needs a
 * megabyte of it, and making that anew for each would mean a garbage collection every second.
 */
const free = new Map<number, Uint32Array[]>()
const taken: Uint32Array[] = []
let isUnderWay = false

/** What a few layers and their words need; sizes that were not asked for lately are given up. */
const MOST_SIZES = 64

/** Zeros, to be used until the search that runs now ends. */
export function scratchNumbers(length: number): Uint32Array {
  if (!isUnderWay) throw new Error('Scratch memory is for a search that runs')
  const numbers = free.get(length)?.pop()?.fill(0) ?? new Uint32Array(length)
  taken.push(numbers)
  return numbers
}

/**
 * Takes back all scratch memory when the work is done.
 *
 * @param work does not wait for anything, searches nothing else, and keeps nothing of what it took
 */
export function withScratch<T>(work: () => T): T {
  if (isUnderWay) throw new Error('Scratch memory is for one search at a time')
  isUnderWay = true
  try {
    return work()
  } finally {
    isUnderWay = false
    for (const numbers of taken.splice(0)) giveBack(numbers)
  }
}

function giveBack(numbers: Uint32Array): void {
  const others = free.get(numbers.length) ?? []
  others.push(numbers)
  // What is used comes last, and what comes first is given up.
  free.delete(numbers.length)
  free.set(numbers.length, others)
  const [oldest] = free.keys()
  if (free.size > MOST_SIZES && oldest !== undefined) free.delete(oldest)
}
