/** Chance that repeats itself: the same seeds throw the same. */
export interface Dice {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  /** @throws {Error} when there is nothing to choose from */
  choose<T>(from: readonly T[]): T
  /** So many different ones, or all when there are fewer. */
  sample<T>(from: readonly T[], count: number): T[]
}

/** Mulberry32: small, quick, and good enough for everything but secrets. */
export function createDice(...seeds: readonly number[]): Dice {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    choose(from) {
      const chosen = from[below(from.length)]
      if (chosen === undefined) throw new Error('There is nothing to choose from')
      return chosen
    },
    sample<T>(from: readonly T[], count: number) {
      const left = [...from]
      const chosen: T[] = []
      while (chosen.length < count && left.length > 0) {
        chosen.push(...left.splice(below(left.length), 1))
      }
      return chosen
    },
  }
}
