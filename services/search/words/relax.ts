/**
 * A folded text without the differences that are to be ignored: diacritics, compatibility
 * characters and other spellings of a letter. `счёт` is `счет`, `döviz` is `doviz`, `straße` is
 * `strasse`. In Russian, `й` is a letter of its own and stays.
 */
export function relaxLetters(folded: string): string {
  if (ASCII.test(folded)) return folded
  return folded
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .normalize('NFC')
    .toLowerCase()
}

const ASCII = /^[\0-\x7f]*$/
/** The breve of `й` is kept because it is matched together with its letter. */
const MARKS = /(и\u0306)|\p{M}/gu

/** The runs of letters and digits of a text, in their order. */
export function piecesOf(text: string): string[] {
  if (PLAIN.test(text)) return [text]
  return text.split(NO_PIECE).filter((piece) => piece !== '')
}

const PLAIN = /^[a-z0-9]+$/
const NO_PIECE = /[^\p{L}\p{N}\p{M}]+/u
