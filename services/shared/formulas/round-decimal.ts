/** Decimal digits that a double always has. */
const EXACT_DIGITS = 15

/**
 * Rounds as people do on paper, half away from zero: 1.005 to two digits is 1.01, although the nearest
 * double is a little less.
 *
 * @param digits after the decimal point; negative ones round to tens, hundreds and so on
 */
export function roundDecimal(value: number, digits: number): number {
  if (!Number.isFinite(value) || value === 0) return value
  const shift = Math.trunc(digits)
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(EXACT_DIGITS - 1)
    .split('e')
  const shifted = Number(`${mantissa}e${Number(exponent) + shift}`)
  // More digits than a double has: nothing to round.
  if (!Number.isFinite(shifted) || shifted >= Number.MAX_SAFE_INTEGER) return value
  return Math.sign(value) * Number(`${Math.round(shifted)}e${-shift}`)
}

/** The value of figures before a percent sign: `0.7` is 0.007, while 0.7 / 100 is a little less. */
export const fromPercent = (figures: string): number => Number(`${figures}e-2`)
