import type { Locale } from '#shared/contracts/primitives.ts'
import { LATIN, type Letter, OTHER } from '#shared/text/alphabet.ts'

/** What the pages of letters say of themselves in titles and descriptions. */
interface LetterWords {
  title: (dictionary: string, letter: Letter) => string
  description: (dictionary: string, letter: Letter) => string
}

const title: LetterWords['title'] = (dictionary, { letter }) => `${dictionary}: ${letter}`

export const LETTER_WORDS: Record<Locale, LetterWords> = {
  en_US: {
    title,
    description(dictionary, letter) {
      const beginning =
        letter === OTHER ? 'with a digit or a letter of another alphabet' : `with ${letter.letter}`
      return `${dictionary}: all entries that begin ${beginning}, in alphabetical order, each with a line on what it explains.`
    },
  },
  ru_RU: {
    title,
    description(dictionary, letter) {
      return `${dictionary}: все статьи, которые начинаются ${russianBeginning(letter)}, в алфавитном порядке, каждая с кратким пояснением.`
    },
  },
  tr_TR: {
    title,
    description(dictionary, letter) {
      const beginning =
        letter === OTHER ? 'rakam ya da başka bir alfabenin harfi' : `${letter.letter} harfi`
      return `${dictionary}: ${beginning} ile başlayan bütün yazılar, alfabe sırasıyla ve her biri kısa bir açıklamayla.`
    },
  },
}

function russianBeginning(letter: Letter): string {
  if (letter === OTHER) return 'с цифры или с буквы другого алфавита'
  return letter === LATIN ? 'на латинские буквы' : `на букву «${letter.letter}»`
}
