import { letterWidth } from '../text/letter-width.ts'

/** Signs that are as wide as a dash in some fonts. */
const SIGNS = /[%−+±≈~<>≤≥×₺₽]/
const SIGN_EM = 0.96
/** What bold letters are wider than others. */
export const BOLD = 1.14

const NO_BREAK_SPACE = /[\u00a0\u202f]/g

const widthOf = (letter: string) => (SIGNS.test(letter) ? SIGN_EM : letterWidth(letter))

/** The width of a text in units of the picture, with the widest font that a reader may have. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const letter of text.replaceAll(NO_BREAK_SPACE, ' ')) width += widthOf(letter)
  return width * size
}

/**
 * Breaks a text into lines of at most this width. Words that are longer, and what the lines have no
 * room for, are cut, with three dots.
 */
export function breakLines(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[ \n]+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || textWidth(longer, size) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
    if (lines.length === maxLines) break
  }
  if (lines.length < maxLines) lines.push(line)
  else lines[maxLines - 1] = `${lines.at(-1)}…`
  return lines.map((one) => cutToWidth(one, size, width))
}

/** Cuts between letters. */
export function cutToWidth(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text
  const room = width - textWidth('…', size)
  let kept = ''
  let used = 0
  for (const letter of text) {
    used += widthOf(letter) * size
    if (used > room) break
    kept += letter
  }
  return `${kept}…`
}

const NOT_OF_NUMBER = /^[^\d−-]+|\D+$/gu

/** A number that has room, without its unit where it needs it; never a part of its digits. */
export function fitNumber(printed: string, size: number, width: number): string {
  const fits = (text: string) => textWidth(text, size) <= width
  return [printed, printed.replaceAll(NOT_OF_NUMBER, '')].find(fits) ?? ''
}

/** The widest of these texts; 0 of none. */
export const widestOf = (texts: readonly string[], size: number) =>
  texts.reduce((width, text) => Math.max(width, textWidth(text, size)), 0)
