import type { Locale } from '#shared/contracts/primitives.ts'
import { clean, fold, foldTr } from '#shared/text/fold.ts'
import { splitWords } from '#shared/text/split-words.ts'
import type { TypedWord } from '../engines/embedded/near-words.ts'
import { piecesOf, relaxLetters } from '../words/relax.ts'
import { isSmallWord } from '../words/small-words.ts'
import { stemOf } from '../words/stem.ts'

/** What a typed text asks about. */
export interface TypedQuestion {
  words: TypedWord[]
  /** Words as typed, beyond the first `MAX_WORDS`: these are not looked for. */
  ignored: string[]
}

/** A bound, because each word is compared with the words of all titles. */
const MAX_WORDS = 8

/**
 * The words of a text, without punctuation and without words that only ask. If there are no others,
 * those words are kept.
 */
export function readQuestion(text: string, locale: Locale): TypedQuestion {
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

/** Short parts form one word: `401(k)`, `S&P`; with longer ones, `buy/rent`, there are several. */
function toTypedWords(typed: string, locale: Locale): TypedWord[] {
  const pieces = piecesOf(typed)
  const letters = relaxLetters(fold(pieces.join('')))
  if (letters === '') return []
  if (pieces.length === 1) {
    // Stemmed before letters are relaxed, because suffixes have the language's own letters.
    const folded = locale === 'tr_TR' ? foldTr(typed) : fold(typed)
    return [{ typed, letters, stem: stemOf(piecesOf(folded).join(''), locale) }]
  }
  if (pieces.filter((piece) => piece.length >= LONG_PIECE).length > 1) {
    return pieces.flatMap((piece) => toTypedWords(piece, locale))
  }
  return [{ typed, letters, stem: undefined }]
}

const LONG_PIECE = 3
