/** Raise it when any text would fold differently: whatever was stored folded is then folded again. */
export const FOLD_VERSION = 2

/** Soft hyphen, zero-width space, word joiner and byte order mark: readers cannot see or type them. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

/** The text as a reader sees it. Idempotent. */
export function clean(text: string): string {
  // NFC comes last: a letter and its accent may have stood on both sides of an invisible character.
  return text.toWellFormed().replace(INVISIBLE, '').normalize('NFC')
}

/** The text without differences of case and of how quotes and dashes are set. In NFC, as long as `clean(text)` but for `i` + U+0307. */
export function fold(text: string): string {
  return foldCleaned(clean(text))
}

/** As `fold`, with the letter pairs of Turkish: `I` and `ı`, `İ` and `i`. For tr_TR titles only. */
export function foldTr(text: string): string {
  // `İ` is taken by `lower`; NFC has already composed it from `I` and U+0307.
  return foldCleanedTr(clean(text))
}

/** As `fold`, of a text that `clean` has made or would leave as it is. */
export const foldCleaned = (text: string): string => lower(text)

/** As `foldTr`, of such a text. */
export const foldCleanedTr = (text: string): string => lower(text.replaceAll('I', 'ı'))

/** Marks that pages show where plain ones were written, and that keyboards of phones put in. */
const SET_MARKS = /[‘’‚‛“”„«»–]/g

const plainMark = (mark: string) => (mark === '–' ? '-' : /[‘-‛]/.test(mark) ? "'" : '"')

function lower(text: string): string {
  // Lower-casing alone would make `i` + U+0307 of `İ`, and two letters of `Σ`, by its place.
  const small = text.replaceAll('İ', 'i').toLowerCase().replaceAll('i\u0307', 'i')
  return small.replaceAll('ς', 'σ').replace(SET_MARKS, plainMark)
}
