import type { Locale } from '#shared/contracts/primitives.ts'
import { clean, fold, foldTr } from '#shared/text/fold.ts'
import { splitWords } from '#shared/text/split-words.ts'
import type { TypedWord } from './near-words.ts'
import { piecesOf, relaxLetters } from './relax.ts'
import { isSmallWord } from './small-words.ts'
import { stemOf } from './stem.ts'

/** What a typed text asks about. */
export interface Question {
  words: TypedWord[]
  /** As they were typed; so many words that these are not looked for. */
  ignored: string[]
}

/** Each costs a look through the words of all titles. */
const MAX_WORDS = 8

/**
 * The words of a text without signs, and without those that only ask. When there are no others, it is
 * these.
 */
export function readQuestion(text: string, locale: Locale): Question {
  const words = splitWords(clean(text)).flatMap((typed) => toTypedWords(typed, locale))
  const telling = words.filter(({ letters }) => !isSmallWord(letters, locale))
  const distinct = [
    ...new Map((telling.length > 0 ? telling : words).map((word) => [word.letters, word])).values(),
  ]
  return {
    words: distinct.slice(0, MAX_WORDS),
    ignored: distinct.slice(MAX_WORDS).map(({ typed }) => typed),
  }
}

/** A word of several parts is one when they are short: `401(k)`, `S&P`; else `buy/rent` is two. */
function toTypedWords(typed: string, locale: Locale): TypedWord[] {
  const pieces = piecesOf(typed)
  const letters = relaxLetters(fold(pieces.join('')))
  if (letters === '') return []
  if (pieces.length === 1) {
    // Suffixes are written with the letters of the language.
    const folded = locale === 'tr_TR' ? foldTr(typed) : fold(typed)
    return [{ typed, letters, stem: stemOf(piecesOf(folded).join(''), locale) }]
  }
  if (pieces.filter((piece) => piece.length >= LONG_PIECE).length > 1) {
    return pieces.flatMap((piece) => toTypedWords(piece, locale))
  }
  return [{ typed, letters, stem: undefined }]
}

const LONG_PIECE = 3
