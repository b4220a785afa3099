import type { NumberFormat, PrintedNumber } from '../formulas/printed-number.ts'
import { most } from './chart.ts'

/** That of the largest, whose unit is in the plural, with the digits of the one that has most. */
export function formatOfAll(numbers: readonly PrintedNumber[]): NumberFormat {
  const largest = numbers.reduce((one, other) => (other.value > one.value ? other : one))
  const digits = most(numbers.map(({ format }) => format.digits))
  const before = largest.format.before.replaceAll(/[+±≈~]/gu, '')
  const isGrouped = numbers.every(({ format }) => format.isGrouped)
  return { ...largest.format, before, digits, isGrouped }
}
