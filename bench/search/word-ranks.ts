import type { TitleEntry } from '../../services/shared/contracts/change.ts'
import { foldText, wordsOf } from '../../services/shared/text/title-match.ts'
import type { BenchLocale } from './generated-titles.ts'

/** The words and letters of a set of titles. */
export interface WordRanks {
  /** Folded words, the most frequent first; without those that have digits or punctuation. */
  words: readonly string[]
  /** The letters of all words, the most frequent first. */
  letters: readonly string[]
  /** The words of a sample of the titles that have at least five. */
  samples: readonly string[][]
}

const SAMPLES = 400
const SAMPLE_WORDS = 5
const ONLY_LETTERS = /^\p{L}+$/u

/** @param size the number of titles that will be added */
export function createWordCounter(size: number, locale: BenchLocale) {
  const uses = new Map<string, number>()
  const samples: string[][] = []
  const step = Math.max(1, Math.floor(size / SAMPLES))
  let titles = 0

  return {
    add({ title }: TitleEntry): void {
      const words = wordsOf(foldText(title, locale)).map(({ plain }) => plain)
      for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
      if (titles++ % step > 0) return
      const plain = words.filter((word) => ONLY_LETTERS.test(word))
      if (plain.length >= SAMPLE_WORDS) samples.push(plain)
    },

    rank(): WordRanks {
      const words = byUse(uses).filter((word) => ONLY_LETTERS.test(word))
      const letters = new Map<string, number>()
      for (const word of words) {
        const count = uses.get(word) ?? 0
        for (const letter of word) letters.set(letter, (letters.get(letter) ?? 0) + count)
      }
      return { words, letters: byUse(letters), samples }
    },
  }
}

const byUse = (uses: ReadonlyMap<string, number>): string[] =>
  [...uses]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .map(([key]) => key)
