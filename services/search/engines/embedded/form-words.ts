import type { Locale } from '#shared/contracts/primitives.ts'
import { type FoldedText, foldText, wordsOf } from '#shared/text/title-match.ts'
import { sharedUint32 } from './shared-memory.ts'
import { countTexts, type TextList, textAt } from './text-list.ts'

/** The words of each form. */
export interface FormWords {
  formWords: Uint32Array
  formWordStarts: Uint32Array
  /** The distinct words that forms are folded to, by number. */
  words: FoldedText[]
}

/**
 * Folds each form once, however many titles have it. No rule of folding crosses a blank, so the
 * words of a title are those of its forms.
 *
 * @param forms texts without blanks; other white space inside makes several words
 */
export function foldForms(forms: TextList, locale: Locale): FormWords {
  const numbers = new Map<string, number>()
  const words: FoldedText[] = []
  const formWords: number[] = []
  const formWordStarts = sharedUint32(forms.starts.length)
  for (let form = 0; form < countTexts(forms); form++) {
    for (const word of wordsOf(foldText(textAt(forms, form), locale))) {
      const { plain, turkish } = word
      const key = turkish === undefined ? plain : `${plain} ${turkish}`
      const number = numbers.get(key) ?? words.push(word) - 1
      numbers.set(key, number)
      formWords.push(number)
    }
    formWordStarts[form + 1] = formWords.length
  }
  const shared = sharedUint32(formWords.length)
  shared.set(formWords)
  return { formWords: shared, formWordStarts, words }
}
