import { readDay } from '#shared/charts/read-day.ts'
import { unitOf } from '#shared/charts/units.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { type PrintedNumber, readNumber } from '#shared/formulas/printed-number.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { isNothing, isNumber } from './is-number.ts'

/** In which order the cells of a column stand. */
export interface ColumnOrder {
  kind: 'numbers' | 'days' | 'words'
  /** By row, from 0; the same for equal cells, and undefined for an empty one. */
  ranks: (number | undefined)[]
}

/** A reader looks for a name or a word, and not for a sentence. */
const LONGEST_WORDS = 80
/** Between two numbers. */
const RANGE = /(?<=\d[^\s–-]{0,9})\s?[-–]\s?/u
/** No number is longer, with all that stands around it. */
const LONGEST_NUMBER = 100

/**
 * Compares the cells of a column: numbers by their value, days by the calendar, words by the alphabet.
 *
 * @returns undefined where the cells do not compare: numbers of several units, numbers among words,
 *   and sentences
 */
export function orderColumn(
  cells: readonly { text: string }[],
  locale: Locale,
): ColumnOrder | undefined {
  const texts = cells.map(({ text }) => text.trim())
  const filled = texts.filter((text) => !isNothing(text))
  if (filled.length < 2) return undefined
  const days = readAll(filled, (text) => readDay(text, locale))
  if (days) return { kind: 'days', ranks: rankFilled(texts, days) }
  const amounts = readAll(filled, (text) => readAmount(text, locale))
  if (amounts) {
    const units = new Set(amounts.map(({ format }) => unitOf(format)))
    if (units.size > 1) return undefined
    const values = amounts.map(({ value }) => value)
    return { kind: 'numbers', ranks: rankFilled(texts, values) }
  }
  if (filled.some((text) => /\d/.test(text) || text.length > LONGEST_WORDS)) return undefined
  const words = texts.map((text) => text || undefined)
  return { kind: 'words', ranks: rank(words, collatorOf(locale).compare) }
}

/** @returns undefined where one of the texts cannot be read */
function readAll<Value>(
  texts: readonly string[],
  read: (text: string) => Value | undefined,
): Value[] | undefined {
  const values: Value[] = []
  for (const text of texts) {
    const value = read(text)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

/** @param values of the texts that are not empty */
function rankFilled(texts: readonly string[], values: readonly number[]) {
  const next = values.values()
  return rank(
    texts.map((text) => (isNothing(text) ? undefined : next.next().value)),
    byNumber,
  )
}

/** Making one takes as long as ordering many columns. */
const collators = new Map<Locale, Intl.Collator>()

function collatorOf(locale: Locale): Intl.Collator {
  const collator = collators.get(locale) ?? new Intl.Collator(languageTag(locale))
  collators.set(locale, collator)
  return collator
}

/** A number, or the lower end of a range: `$18–$25`. */
export function readAmount(text: string, locale: Locale): PrintedNumber | undefined {
  const number = readNumber(text, locale)
  if (number || text.length > LONGEST_NUMBER || !isNumber([text])) return number
  const [low = '', high = '', more] = text.split(RANGE)
  const [from, to] = [readNumber(low, locale), readNumber(high, locale)]
  if (!from || !to || more !== undefined) return undefined
  const { before, after } = to.format
  // `15–20%` and `$15–20` write the unit once.
  const isBare = unitOf(from.format) === ''
  const scale = isBare && to.format.isPercent ? 0.01 : 1
  return {
    value: from.value * scale,
    format: isBare ? { ...from.format, before, after } : from.format,
  }
}

const byNumber = (one: number, other: number) => one - other

function rank<Key>(
  keys: readonly (Key | undefined)[],
  compare: (one: Key, other: Key) => number,
): (number | undefined)[] {
  const filled = keys.flatMap((key, row) => (key === undefined ? [] : { key, row }))
  const ranks: (number | undefined)[] = keys.map(() => undefined)
  let next = -1
  let before: Key | undefined
  for (const { key, row } of filled.toSorted((one, other) => compare(one.key, other.key))) {
    if (before === undefined || compare(before, key) !== 0) next += 1
    ranks[row] = next
    before = key
  }
  return ranks
}
