import type { Locale } from '#shared/contracts/primitives.ts'
import { LATIN, type Letter, OTHER } from '#shared/text/alphabet.ts'

/** Titles and descriptions of the pages of letters. */
interface LetterWords {
  title: (dictionary: string, letter: Letter) => string
  description: (dictionary: string, letter: Letter) => string
  /** The title of the page of all letters. */
  index: string
  indexDescription: (dictionary: string) => string
}

const title: LetterWords['title'] = (dictionary, { letter }) => `${dictionary}: ${letter}`

export const LETTER_TEXTS: Record<Locale, LetterWords> = {
  en_US: {
    title,
    description(dictionary, letter) {
      const beginning =
        letter === OTHER ? 'with a digit or a letter of another alphabet' : `with ${letter.letter}`
      return `${dictionary}: all terms and articles that begin ${beginning}, in alphabetical order, each with a line on what it means.`
    },
    index: 'A–Z of terms',
    indexDescription: (dictionary) =>
      `${dictionary}: all terms that our articles explain, from A to Z, each with a definition in one line.`,
  },
  ru_RU: {
    title,
    description(dictionary, letter) {
      return `${dictionary}: все термины и статьи, которые начинаются ${russianBeginning(letter)}, по алфавиту и с кратким пояснением.`
    },
    index: 'Термины от А до Я',
    indexDescription: (dictionary) =>
      `${dictionary}: все термины, которые объясняют наши статьи, от А до Я, каждый с определением в одну строку.`,
  },
  tr_TR: {
    title,
    description(dictionary, letter) {
      const beginning =
        letter === OTHER ? 'rakam ya da başka bir alfabenin harfi' : `${letter.letter} harfi`
      return `${dictionary}: ${beginning} ile başlayan bütün terimler ve yazılar, alfabe sırasıyla ve her biri kısa bir açıklamayla.`
    },
    index: 'A’dan Z’ye terimler',
    indexDescription: (dictionary) =>
      `${dictionary}: yazılarımızda açıklanan bütün terimler, A’dan Z’ye, her biri tek satırlık tanımıyla.`,
  },
}

function russianBeginning(letter: Letter): string {
  if (letter === OTHER) return 'с цифры или с буквы другого алфавита'
  return letter === LATIN ? 'на латинские буквы' : `на букву «${letter.letter}»`
}
