import type { Locale } from '#shared/contracts/primitives.ts'
import { NOTATIONS, type NumberFormat } from '#shared/formulas/printed-number.ts'
import { fromPercent } from '#shared/formulas/round-decimal.ts'

/**
 * Reads what a reader has typed into a field: figures with or without the signs and words around
 * them, and with a comma or a point before the decimals, whatever their language writes.
 *
 * @returns NaN for what is no number
 */
export function readTyped(
  text: string,
  { before, after, isPercent }: NumberFormat,
  locale: Locale,
): number {
  let figures = text
  for (const around of [before, after, '%']) figures = figures.replace(around.trim(), '')
  figures = figures.replaceAll(/\s/g, '').replace('−', '-')
  const { group } = NOTATIONS[locale]
  // In English `1,250` is more than a thousand, and `1,25` can only have decimals.
  if (new RegExp(`^-?\\d{1,3}([${group}]\\d{3})+(\\D|$)`).test(figures)) {
    figures = figures.replaceAll(group, '')
  }
  figures = figures.replace(',', '.')
  if (!/\d/.test(figures)) return Number.NaN
  return isPercent ? fromPercent(figures) : Number(figures)
}
