import type { Locale } from '../contracts/primitives.ts'
import { fromPercent, roundDecimal } from './round-decimal.ts'

/** How a number is printed: what stands around it, and how many digits after the decimal sign. */
export interface NumberFormat {
  /** Such as `$` or `%`. */
  before: string
  /** Such as ` ₽`, `%` or ` years`. */
  after: string
  digits: number
  /** Whether thousands are grouped; small numbers do not show it, and larger ones are then. */
  isGrouped: boolean
  /** Whether `6.5` stands for 0.065. */
  isPercent: boolean
}

export interface PrintedNumber {
  value: number
  format: NumberFormat
}

/** The decimal sign of each language, what may separate thousands, and what we separate them with. */
export const NOTATIONS: Readonly<
  Record<Locale, { decimal: string; groups: string; group: string }>
> = {
  en_US: { decimal: '.', groups: ',', group: ',' },
  ru_RU: { decimal: ',', groups: ' \u00a0\u202f', group: '\u00a0' },
  tr_TR: { decimal: ',', groups: '.', group: '.' },
}

const MINUS = '−'
/** What may stand before and after a number: signs and words, never digits, and nothing long. */
const AROUND = String.raw`[^\d−-]{0,24}?`
/** From this many digits on, thousands are grouped: 1,000, but 1000 in a text that has none. */
const GROUPED_FROM = 1_000
/** The longest text that is looked at: it has room for all that a number may have around it. */
const MAX_LENGTH = 100
/** Digits of the largest number that is exact to the last one. */
const MAX_DIGITS = 15

const patternOf = ({ decimal, groups }: (typeof NOTATIONS)[Locale]) =>
  new RegExp(
    String.raw`^(?<before>${AROUND})(?<sign>[−-]?)(?<inner>${AROUND})(?<whole>\d{1,3}(?:[${groups}]\d{3})+|\d+)(?:[${decimal}](?<fraction>\d+))?(?<after>[^\d]{0,24})$`,
    'u',
  )

/** Made when a language is first read: browsers only print. */
const patterns = new Map<Locale, RegExp>()

function patternFor(locale: Locale): RegExp {
  const pattern = patterns.get(locale) ?? patternOf(NOTATIONS[locale])
  patterns.set(locale, pattern)
  return pattern
}

/**
 * Reads a number as it is printed in a language: `$2,022.62`, `42 629 ₽`, `%17,5`, `−1.5%`.
 *
 * @returns undefined where the text is not exactly one number
 */
export function readNumber(text: string, locale: Locale): PrintedNumber | undefined {
  // Names and words are told sooner than the pattern does.
  const isPossible = text.length <= MAX_LENGTH && /\d/.test(text)
  const match = isPossible && patternFor(locale).exec(text.trim())?.groups
  if (!match) return undefined
  const { before = '', sign = '', inner = '', whole = '', fraction = '', after = '' } = match
  const figures = whole.replaceAll(/\D/g, '')
  if (figures.length + fraction.length > MAX_DIGITS) return undefined
  const isPercent = /%/.test(before + inner + after)
  const written = `${figures}.${fraction}`
  const amount = isPercent ? fromPercent(written) : Number(written)
  return {
    value: sign === '' ? amount : -amount,
    format: {
      before: before + inner,
      after,
      digits: fraction.length,
      isGrouped: whole.length > figures.length || Number(figures) < GROUPED_FROM,
      isPercent,
    },
  }
}

/** Prints another number in the same way, rounded half away from zero. */
export function printNumber(value: number, format: NumberFormat, locale: Locale): string {
  const { before, after, digits, isGrouped, isPercent } = format
  const { decimal, group } = NOTATIONS[locale]
  const shown = roundDecimal(isPercent ? value * 100 : value, digits)
  const [whole = '', fraction = ''] = Math.abs(shown).toFixed(digits).split('.')
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group) : whole
  const sign = shown < 0 ? MINUS : ''
  return `${sign}${before}${grouped}${fraction === '' ? '' : decimal + fraction}${after}`
}

/** Whether a number prints the result of a formula, to the last digit that it shows. */
export function printsResult({ value, format }: PrintedNumber, result: number): boolean {
  const { digits, isPercent } = format
  const scale = isPercent ? 100 : 1
  // In last digits. Only near the border between two of them does it matter how a double is rounded.
  const apart = Math.abs(value - result) * scale * 10 ** digits
  if (Math.abs(apart - 0.5) > 0.1) return apart < 0.5
  return roundDecimal(value * scale, digits) === roundDecimal(result * scale, digits)
}
