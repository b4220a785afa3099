import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stemmer as stemTurkish } from '@orama/stemmers/turkish'
import type { Locale } from '#shared/contracts/primitives.ts'
import { relaxLetters } from './relax.ts'

const STEMMERS: Readonly<Record<Locale, (word: string) => string>> = {
  en_US: stemEnglish,
  ru_RU: stemRussian,
  tr_TR: stemTurkish,
}

/**
 * The common part of the forms of one word, such as singular and plural, with relaxed letters.
 *
 * @param piece folded letters and digits
 */
export function stemOf(piece: string, locale: Locale): string {
  // Abbreviations in Russian titles take English endings: ETFs.
  const stem = locale === 'ru_RU' && LATIN.test(piece) ? stemEnglish : STEMMERS[locale]
  return relaxLetters(stem(piece)) || piece
}

const LATIN = /^[a-z]+$/
