import { FormulaError } from './formula.ts'

/** Halvings of an interval: more than a double has digits. */
const HALVINGS = 200
/** The highest rate for one period that is looked for: a thousandfold. */
const MAX_RATE = 1_000

/** (1 + rate) to the power of periods, exact for small rates as well. */
const growth = (rate: number, periods: number) => Math.exp(periods * Math.log1p(rate))

/** What payments of 1 at the end of each period are worth at the beginning of the first one. */
function annuity(rate: number, periods: number): number {
  requireRate(rate)
  return rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate
}

/** The payment at the end of each period that pays off a loan of `present`. */
export const pmt = (present: number, rate: number, periods: number): number => {
  if (periods <= 0) throw new FormulaError('outside-domain')
  return present / annuity(rate, periods)
}

/** What payments at the end of each period are worth now. */
export const pv = (payment: number, rate: number, periods: number): number =>
  payment * annuity(rate, periods)

/** What payments at the end of each period have grown to with the last one, and `start` with them. */
export function fv(payment: number, rate: number, periods: number, start = 0): number {
  const grown = annuity(rate, periods) * growth(rate, periods)
  return payment * grown + start * growth(rate, periods)
}

/** How many payments pay off a loan of `present`. @throws {FormulaError} where they only pay interest */
export function nper(present: number, rate: number, payment: number): number {
  requireRate(rate)
  if (payment <= 0) throw new FormulaError('never-paid-off')
  if (rate === 0) return present / payment
  const interestShare = (present * rate) / payment
  if (interestShare >= 1) throw new FormulaError('never-paid-off')
  return -Math.log1p(-interestShare) / Math.log1p(rate)
}

/** The rate for one period at which payments pay off a loan of `present`. */
export const rate = (present: number, payment: number, periods: number): number =>
  findRate((candidate) => payment * annuity(candidate, periods) - present)

/** What amounts at the end of each period are worth at the beginning of the first one. */
export function npv(discountRate: number, ...amounts: number[]): number {
  requireRate(discountRate)
  return amounts.reduceRight((later, amount) => (amount + later) / (1 + discountRate), 0)
}

/** The rate for one period at which amounts, the first of them now, are worth nothing together. */
export function irr(now: number, ...amounts: number[]): number {
  return findRate((candidate) => now + npv(candidate, ...amounts))
}

/**
 * The rate at which a worth becomes zero, between almost -100 % and a thousandfold.
 *
 * @throws {FormulaError} where it has the same sign at both ends, so that there may be none
 */
function findRate(worthAt: (rate: number) => number): number {
  let low = -0.999_999
  let high = MAX_RATE
  const atLow = Math.sign(worthAt(low))
  if (atLow * Math.sign(worthAt(high)) > 0) throw new FormulaError('outside-domain')
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (Math.sign(worthAt(middle)) === atLow) low = middle
    else high = middle
  }
  return high
}

function requireRate(rate: number): void {
  if (rate <= -1) throw new FormulaError('outside-domain')
}
