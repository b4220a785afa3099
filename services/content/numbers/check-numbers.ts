import type { Locale } from '#shared/contracts/primitives.ts'
import { evaluate, type Values } from '#shared/formulas/evaluate.ts'
import { FormulaError, type NoResult } from '#shared/formulas/formula.ts'
import {
  type PrintedNumber,
  printNumber,
  printsResult,
  readNumber,
} from '#shared/formulas/printed-number.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { NumberLink } from '../markdown/take-numbers.ts'
import { FormulaSyntaxError, parseFormula } from './parse-formula.ts'
import { type Input, InputSyntaxError, parseInput } from './parse-input.ts'

/** The name that formulas in a row have for the number in its first cell. */
const ROW = 'row'
/** The most values that one text may name. */
const MAX_INPUTS = 50
/** The most errors that are reported for one text. */
const MAX_REASONS = 50
/** The most characters of a definition that a message quotes. */
const QUOTED = 60

const NO_RESULTS: Readonly<Record<NoResult, string>> = {
  'division-by-zero': 'divides by zero',
  'too-large': 'gives a number of more than 15 digits',
  'outside-domain': 'has no result, such as the root of a negative number or a term of no payments',
  'never-paid-off': 'never pays the loan off: the payment only covers the interest',
}

/** Every number of a text that is not what it says it is. */
export function reasonsAgainstNumbers({
  numbers,
  locale,
}: Pick<Outline, 'numbers' | 'locale'>): CodedReason[] {
  const reasons: CodedReason[] = []
  const inputs = new Map<string, number>()
  for (const number of numbers) {
    if (number.kind !== 'input') continue
    const input = checkInput(number, inputs, locale)
    if ('reason' in input) reasons.push(input.reason)
    else inputs.set(input.name, input.value)
  }
  for (const number of numbers) {
    const reason = number.kind === 'calc' && checkResult(number, inputs, locale)
    if (reason) reasons.push(reason)
  }
  return reasons.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)).slice(0, MAX_REASONS)
}

type Checked = { name: string; value: number } | { reason: CodedReason }

function checkInput(
  number: NumberLink,
  known: ReadonlyMap<string, number>,
  locale: Locale,
): Checked {
  const refuse = (message: string) => ({ reason: aboutNumber('E-INPUT', number, message) })
  const printed = readNumber(number.printed, locale)
  if (!printed) return refuse(NO_NUMBER)
  let input: Input
  try {
    input = parseInput(number.definition)
  } catch (error) {
    if (error instanceof InputSyntaxError) return refuse(error.message)
    throw error
  }
  const { name, least, most } = input
  if (name === ROW)
    return refuse(`has the name "${ROW}", which is the first cell of each row: choose another`)
  if (known.has(name)) return refuse(`has the name "${name}" of another input: choose another`)
  if (known.size >= MAX_INPUTS)
    return refuse(`is one of more than ${MAX_INPUTS} inputs: leave some out`)
  if (printed.value < least || printed.value > most) {
    return refuse('prints a value outside of its own limits: correct one of them')
  }
  return { name, value: printed.value }
}

function checkResult(
  number: NumberLink,
  inputs: ReadonlyMap<string, number>,
  locale: Locale,
): CodedReason | undefined {
  const printed = readNumber(number.printed, locale)
  if (!printed) return aboutNumber('E-SUM', number, NO_NUMBER)
  const row = number.rowHead === undefined ? undefined : readNumber(number.rowHead, locale)?.value
  const values = { ...Object.fromEntries(inputs), ...(row !== undefined && { [ROW]: row }) }
  try {
    return compare(number, printed, resultOf(number.definition, values), locale)
  } catch (error) {
    if (error instanceof FormulaSyntaxError) return aboutNumber('E-FORMULA', number, error.message)
    if (error instanceof FormulaError) {
      return aboutNumber(
        'E-FORMULA',
        number,
        `${NO_RESULTS[error.reason]}: correct the formula or an input`,
      )
    }
    throw error
  }
}

const resultOf = (definition: string, values: Values): number =>
  evaluate(parseFormula(definition, new Set(Object.keys(values))), values)

function compare(
  number: NumberLink,
  printed: PrintedNumber,
  result: number,
  locale: Locale,
): CodedReason | undefined {
  if (printsResult(printed, result)) return undefined
  const right = printNumber(result, printed.format, locale)
  const message = `prints ${number.printed}, and the formula gives ${right}: write ${right}, or correct the formula`
  return aboutText('E-SUM', number.line, message)
}

const NO_NUMBER = 'prints no single number: write one as readers of the language read it'

function aboutNumber(
  code: 'E-INPUT' | 'E-SUM' | 'E-FORMULA',
  { line, kind, definition, printed }: NumberLink,
  message: string,
): CodedReason {
  const quoted = definition.length > QUOTED ? `${definition.slice(0, QUOTED)}…` : definition
  return aboutText(code, line, `[${printed}](${kind}: ${quoted}) ${message}`)
}
