import { type Day, type FactValue, MAX_FACT_VALUES } from '#shared/contracts/fact.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { roundDecimal } from '#shared/formulas/round-decimal.ts'
import { samePrint } from '../check-facts.ts'
import type { FactFetch, FetchedFact } from '../fact-file.ts'
import { printFigure, readFigure } from '../printed-figure.ts'
import type { PickedValue } from './pick-value.ts'

/** What becomes of a value that was fetched. The reason is a sentence about it. */
export type Verdict =
  | { outcome: 'unchanged' }
  | { outcome: 'early' | 'refused'; reason: string }
  | { outcome: 'new'; value: Pick<FactValue, 'from' | 'is'> }

interface Site {
  locale: Locale
  /** Today in the time zone of the site. */
  day: Day
}

/** Decides whether a value that was fetched is entered as the next value of its fact. */
export function judgeValue(picked: PickedValue, fact: FetchedFact, { locale, day }: Site): Verdict {
  const last = fact.values.at(-1)
  const printed = last && readFigure(last.is, locale)
  if (!last || !printed) return refused('its last value is not exactly one number')
  const is = printFigure(picked.figure, printed.format, locale)
  if (samePrint(is, last.is)) return { outcome: 'unchanged' }
  const reason =
    reasonAgainstFigure(picked.figure, printed.figure, fact.fetch, last.is) ??
    reasonAgainstDay(picked.day, last, day)
  if (reason !== undefined) return refused(reason)
  if (fact.values.length >= MAX_FACT_VALUES) {
    return refused(`it has ${MAX_FACT_VALUES} values, which is as many as a fact may have`)
  }
  const earliest = AFTER[fact.fetch.every](last.from)
  if (picked.day < earliest) {
    const reason = `the last value is from ${last.from}, so the next one is entered from ${earliest} on`
    return { outcome: 'early', reason }
  }
  return { outcome: 'new', value: { from: picked.day, is } }
}

const refused = (reason: string): Verdict => ({ outcome: 'refused', reason })

/** Digits of a difference: further ones come from how numbers are stored. */
const DIFFERENCE_DIGITS = 10

function reasonAgainstFigure(
  figure: number,
  last: number,
  { between: [least, most], step }: FactFetch,
  is: string,
): string | undefined {
  if (figure < least || figure > most) {
    return `${figure} is not between ${least} and ${most}: if it is right, change "between", or enter the value`
  }
  const difference = roundDecimal(Math.abs(figure - last), DIFFERENCE_DIGITS)
  return difference > step
    ? `${figure} differs from the last value, ${is}, by more than ${step}: if it is right, change "step", or enter the value`
    : undefined
}

function reasonAgainstDay(from: Day, last: FactValue, today: Day): string | undefined {
  if (from > today) return `it is from ${from}, and today is ${today}`
  if (from <= last.from) {
    return `it is from ${from}, and another one, ${last.is}, is from ${last.from}: correct that if it is wrong`
  }
  return last.until !== undefined && from <= last.until
    ? `it is from ${from}, and ${last.is} is in force until ${last.until}: take "until" out if that is wrong`
    : undefined
}

/** The first day on which another value may follow one. */
const AFTER: Readonly<Record<FactFetch['every'], (day: Day) => Day>> = {
  day: (day) => daysAfter(day, 1),
  week: (day) => daysAfter(day, 7),
  month: monthAfter,
}

const DAY_MS = 86_400_000

const daysAfter = (day: Day, days: number): Day =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)

const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** The same day of the next month, or its last one: 28 February after 31 January. */
function monthAfter(day: Day): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(date, last)))
}
