/** Widths of letters in em, in the widest of the fonts that readers have. */
const NARROW = /[ijlıfrt.,:;!'’()|\-–I ]/
const NARROW_EM = 0.4
const WIDE = /[mwMWЖШЩЮжшщюмыфдЫМФД%@—]|\p{Lu}/u
const WIDE_EM = 0.86
const OTHER_EM = 0.64

const widths = new Map<string, number>()

/** In em. Remembered for the letters of alphabets: texts have thousands of the same. */
export function letterWidth(letter: string): number {
  const known = widths.get(letter)
  if (known !== undefined) return known
  const width = measureLetter(letter)
  if (letter < '\u0600') widths.set(letter, width)
  return width
}

function measureLetter(letter: string): number {
  if (NARROW.test(letter)) return NARROW_EM
  return WIDE.test(letter) ? WIDE_EM : OTHER_EM
}
