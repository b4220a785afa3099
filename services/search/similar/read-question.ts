import type { Locale } from '#shared/contracts/primitives.ts'
import { clean, fold, foldTr } from '#shared/text/fold.ts'
import { splitWords } from '#shared/text/split-words.ts'
import type { TypedWord } from './near-words.ts'
import { piecesOf, relaxLetters } from './relax.ts'
import { isSmallWord } from './small-words.ts'
import { stemOf } from './stem.ts'

/** More are not looked for: each costs a look through all words of all titles. */
const MAX_WORDS = 8

/**
 * What a typed text asks about: its words without signs, and without those that only ask. When there
 * are no others, it is these.
 */
export function readQuestion(text: string, locale: Locale): TypedWord[] {
  const words = splitWords(clean(text)).flatMap((typed) => toTypedWords(typed, locale))
  const telling = words.filter(({ letters }) => !isSmallWord(letters, locale))
  const distinct = new Map(
    (telling.length > 0 ? telling : words).map((word) => [word.letters, word]),
  )
  return [...distinct.values()].slice(0, MAX_WORDS)
}

/** A word of several parts is one when they are short: `401(k)`, `S&P`; else `buy/rent` is two. */
function toTypedWords(typed: string, locale: Locale): TypedWord[] {
  const pieces = piecesOf(fold(typed))
  // Suffixes are written with the letters of the language.
  const [onlyPiece] = locale === 'tr_TR' ? piecesOf(foldTr(typed)) : pieces
  if (pieces.length === 0) return []
  if (pieces.length === 1) {
    const letters = relaxLetters(pieces[0] ?? '')
    return [{ typed, letters, stem: stemOf(onlyPiece ?? letters, locale) }]
  }
  if (pieces.filter((piece) => piece.length >= LONG_PIECE).length > 1) {
    return pieces.flatMap((piece) => toTypedWords(piece, locale))
  }
  return [{ typed, letters: relaxLetters(pieces.join('')), stem: undefined }]
}

const LONG_PIECE = 3
