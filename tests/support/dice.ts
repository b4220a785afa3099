/** Chooses; the same from the same seed. */
export interface Dice {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  oneOf<T>(choices: readonly T[]): T
  /** Some of them, at least one, in any order. */
  someOf<T>(choices: readonly T[], atMost: number): T[]
  /** Words that nobody has used before. */
  words(): string
}

/** Mulberry32. */
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
  const oneOf = <T>(choices: readonly T[]): T => {
    const chosen = choices[below(choices.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from')
    return chosen
  }
  return {
    below,
    oneOf,
    someOf(choices, atMost) {
      const left = [...choices]
      const count = 1 + below(Math.min(atMost, left.length))
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat()
    },
    words: () => `words ${++used} ${below(1_000_000)}`,
  }
}
