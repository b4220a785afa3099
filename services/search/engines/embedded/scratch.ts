/**
 * Memory for the duration of one search, reused by the next: a search of a million titles needs a
 * megabyte, and allocating that for each would cause a garbage collection every second.
 */
const free = new Map<number, Uint32Array[]>()
const taken: Uint32Array[] = []
let isUnderWay = false

/** Enough for a few layers and their words; sizes that were not used lately are released. */
const MAX_SIZES = 64

/** An array of zeros, to be used until the current search ends. */
export function scratchNumbers(length: number): Uint32Array {
  if (!isUnderWay) throw new Error('Scratch memory can only be used during a search')
  const numbers = free.get(length)?.pop()?.fill(0) ?? new Uint32Array(length)
  taken.push(numbers)
  return numbers
}

/**
 * Reclaims all scratch memory when the work is done.
 *
 * @param work must be synchronous, must not start another search, and must keep no scratch memory
 */
export function withScratch<T>(work: () => T): T {
  if (isUnderWay) throw new Error('Scratch memory can only be used by one search at a time')
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
  // Sizes in use move to the end; the first one is released.
  free.delete(numbers.length)
  free.set(numbers.length, others)
  const [oldest] = free.keys()
  if (free.size > MAX_SIZES && oldest !== undefined) free.delete(oldest)
}
