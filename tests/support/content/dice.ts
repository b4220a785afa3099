/** Chance that repeats itself: the same from the same seed. */
export interface Dice {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** @throws {Error} when there is nothing to choose from */
  oneOf<T>(choices: readonly T[]): T
  /** So many different ones, or all when there are fewer, in any order. */
  sample<T>(choices: readonly T[], count: number): T[]
  /** Some of them, at least one, in any order. */
  someOf<T>(choices: readonly T[], atMost: number): T[]
  /** Words that were not used before. */
  words(): string
}

/** Mulberry32: small, quick, and good enough for everything but secrets. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  let used = 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const sample = <T>(choices: readonly T[], count: number): T[] => {
    const left = [...choices]
    const length = Math.min(count, left.length)
    return Array.from({ length }, () => left.splice(below(left.length), 1)).flat()
  }
  return {
    next,
    below,
    oneOf(choices) {
      const chosen = choices[below(choices.length)]
      if (chosen === undefined) throw new Error('There is nothing to choose from')
      return chosen
    },
    sample,
    someOf: (choices, atMost) => sample(choices, 1 + below(Math.min(atMost, choices.length))),
    words: () => `words ${++used} ${below(1_000_000)}`,
  }
}

/** One seed of several. */
export const mixSeeds = (...seeds: readonly number[]): number =>
  seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0)
