import type { Locale } from '#shared/contracts/primitives.ts'
import { type FoldedText, foldText, wordsOf } from '#shared/text/title-match.ts'
import { sharedUint32 } from './shared-memory.ts'
import { countTexts, type TextList, textAt } from './text-list.ts'

/** The words of each token. */
export interface TokenWords {
  tokenWords: Uint32Array
  tokenWordStarts: Uint32Array
  /** The distinct words that tokens are folded to, by number. */
  words: FoldedText[]
}

/**
 * Folds each token once, however many titles have it. No rule of folding crosses a blank, so the
 * words of a title are those of its tokens.
 *
 * @param tokens texts without blanks; other white space inside makes several words
 */
export function foldTokens(tokens: TextList, locale: Locale): TokenWords {
  const numbers = new Map<string, number>()
  const words: FoldedText[] = []
  const tokenWords: number[] = []
  const tokenWordStarts = sharedUint32(tokens.starts.length)
  for (let token = 0; token < countTexts(tokens); token++) {
    for (const word of wordsOf(foldText(textAt(tokens, token), locale))) {
      const { plain, turkish } = word
      const key = turkish === undefined ? plain : `${plain} ${turkish}`
      const number = numbers.get(key) ?? words.push(word) - 1
      numbers.set(key, number)
      tokenWords.push(number)
    }
    tokenWordStarts[token + 1] = tokenWords.length
  }
  const shared = sharedUint32(tokenWords.length)
  shared.set(tokenWords)
  return { tokenWords: shared, tokenWordStarts, words }
}
