import { type NumberFormat, printNumber } from '../formulas/printed-number.ts'
import { languageTag } from '../text/language-tag.ts'
import type { Chart } from './chart.ts'
import type { Crossing } from './crossings.ts'

/** About where it is, in the numbers of the rows: the table does not have the point itself. */
export function nameCrossing({ axis, rows, locale }: Chart, { at, to }: Crossing): string {
  const format = rows[to]?.format
  if (axis !== 'numbers' || !format) return ''
  return `≈ ${printNumber(at, wordedFor(at, format, { rows, locale }), locale)}`
}

/**
 * The word of a row whose number asks for the same form, so that it is 1 year beside 2 years. Without
 * such a row there is no word.
 */
function wordedFor(
  at: number,
  format: NumberFormat,
  { rows, locale }: Pick<Chart, 'rows' | 'locale'>,
): NumberFormat {
  const { before, after, digits, isGrouped, isPercent } = format
  if (!/\p{L}/u.test(after)) return format
  const forms = new Intl.PluralRules(languageTag(locale), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const form = forms.select(at)
  const alike = rows.find((row) => row.format?.digits === digits && forms.select(row.at) === form)
  return alike?.format ?? { before, after: '', digits, isGrouped, isPercent }
}
