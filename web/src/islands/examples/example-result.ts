import type { Locale } from '#shared/contracts/primitives.ts'
import { evaluate, type Values } from '#shared/formulas/evaluate.ts'
import { type CalcData, unpackFormat } from '#shared/formulas/example-data.ts'
import { FormulaError } from '#shared/formulas/formula.ts'
import { printNumber } from '#shared/formulas/printed-number.ts'
import type { Strings } from '../../strings/strings.ts'
import { labelCells } from './number-label.ts'

/**
 * Lets a number follow the fields.
 *
 * @returns a function that shows the result of these values, and says in words what is new
 */
export function createResult(place: HTMLElement, locale: Locale, strings: Strings) {
  // The server wrote it for this very build.
  const [formula, packed]: CalcData = JSON.parse(place.dataset.calc ?? '')
  const format = unpackFormat(packed)
  // The number itself may stand in an emphasis, or in what a translator put around it.
  let element: Element = place
  while (element.firstElementChild) element = element.firstElementChild

  function resultOf(values: Values): string {
    try {
      return printNumber(evaluate(formula, values), format, locale)
    } catch (error) {
      if (error instanceof FormulaError) return strings.noResult[error.reason]
      throw error
    }
  }

  return (values: Values): string => {
    const text = resultOf(values)
    const labels = labelCells(place).map((cell) => cell.textContent)
    if (element.textContent === text) return ''
    element.textContent = text
    return labels.length > 0 ? `${labels.join(', ')}: ${text}` : ''
  }
}
