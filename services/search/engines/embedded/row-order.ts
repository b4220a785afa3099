/** Fewer are sooner compared with each other. */
const MANY = 20_000
/** Times are read sixteen bits at a time. */
const DIGIT = 1 << 16
/** So many of these are a time of two thousand years. */
const DIGITS = 3

/**
 * The places of the titles, newest first; among those of one instant in the order in which they came,
 * which is that of their ids. Sorted digit by digit, the lowest first: that takes a tenth of what
 * comparing takes.
 */
export function newestFirst(publishedMs: Float64Array): Uint32Array {
  const order = Uint32Array.from(publishedMs, (_, at) => at)
  if (publishedMs.length < MANY) {
    return order.sort(
      (one, other) => (publishedMs[other] ?? 0) - (publishedMs[one] ?? 0) || one - other,
    )
  }
  const newest = publishedMs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  const digits = Array.from({ length: DIGITS }, () => new Uint16Array(publishedMs.length))
  for (let at = 0; at < publishedMs.length; at++) {
    let left = newest - (publishedMs[at] ?? 0)
    for (const digit of digits) {
      digit[at] = left % DIGIT
      left = Math.floor(left / DIGIT)
    }
  }
  return digits.reduce(
    sortByDigit,
    Uint32Array.from(publishedMs, (_, at) => at),
  )
}

function sortByDigit(
  order: Uint32Array<ArrayBuffer>,
  digits: Uint16Array,
): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(DIGIT + 1)
  for (const digit of digits) ends[digit + 1] = (ends[digit + 1] ?? 0) + 1
  for (let digit = 0; digit < DIGIT; digit++) {
    ends[digit + 1] = (ends[digit + 1] ?? 0) + (ends[digit] ?? 0)
  }
  const sorted = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) {
    const at = order[place] ?? 0
    const digit = digits[at] ?? 0
    const end = ends[digit] ?? 0
    sorted[end] = at
    ends[digit] = end + 1
  }
  return sorted
}
