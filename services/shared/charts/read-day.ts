import type { Locale } from '../contracts/primitives.ts'
import { languageTag } from '../text/language-tag.ts'

const ISO = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/
const FIGURES = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const WORDS = /^(?:(\d{1,2})\.? )?(\p{L}{3,12})\.?(?: (\d{1,2}))?,? (\d{4})(?: \p{L}{1,5}\.?)?$/u
/** As many letters of a month's name tell it from the others. */
const MONTH_LETTERS = 3
const MAX_LENGTH = 40
/** Every day has a year: most cells have none, and looking for words takes ten times as long. */
const YEAR = /\d{4}/

const months = new Map<Locale, ReadonlyMap<string, number>>()

/** Months by the beginning of their names, alone and beside a day: май, мая. */
function monthsOf(locale: Locale): ReadonlyMap<string, number> {
  const known = months.get(locale)
  if (known) return known
  const tag = languageTag(locale)
  const made = new Map<string, number>()
  for (const day of [undefined, 'numeric'] as const) {
    const format = new Intl.DateTimeFormat(tag, { month: 'long', day, timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const part = format.formatToParts(Date.UTC(2026, month, 1))
      const name = part.find(({ type }) => type === 'month')?.value ?? ''
      made.set(name.toLocaleLowerCase(tag).slice(0, MONTH_LETTERS), month)
    }
  }
  months.set(locale, made)
  return made
}

/**
 * Reads a day or a month as a language writes it: `21 March 2024`, `March 2024`, `2024-03-21`.
 *
 * @returns milliseconds; undefined for anything else, a year alone too
 */
export function readDay(text: string, locale: Locale): number | undefined {
  const written = text.length <= MAX_LENGTH ? text.trim().replaceAll('\u00a0', ' ') : ''
  if (!YEAR.test(written)) return undefined
  const iso = ISO.exec(written)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3] ?? 1))
  const figures = FIGURES.exec(written)
  if (figures) return dayOf(Number(figures[3]), Number(figures[2]) - 1, Number(figures[1]))
  const [, before, name = '', after, year] = WORDS.exec(written) ?? []
  const month = monthsOf(locale).get(
    name.toLocaleLowerCase(languageTag(locale)).slice(0, MONTH_LETTERS),
  )
  return month === undefined ? undefined : dayOf(Number(year), month, Number(before ?? after ?? 1))
}

/** No 31 February: the calendar would move it into March. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month, day)
  return new Date(time).getUTCMonth() === month && new Date(time).getUTCDate() === day
    ? time
    : undefined
}
