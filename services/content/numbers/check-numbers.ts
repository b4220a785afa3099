import type { Locale } from '#shared/contracts/primitives.ts'
import { evaluate } from '#shared/formulas/evaluate.ts'
import { FormulaError, type NoResult } from '#shared/formulas/formula.ts'
import {
  type PrintedNumber,
  printNumber,
  printsResult,
  readNumber,
} from '#shared/formulas/printed-number.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import { DefinitionError, UnknownNameError } from '../formulas/definition-error.ts'
import { namesIn, parseFormula } from '../formulas/parse-formula.ts'
import { type Input, MAX_INPUTS, nameOfInput, parseInput, ROW } from '../formulas/parse-input.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { NumberLink } from '../markdown/take-numbers.ts'

/** The most characters of a number and of its definition that a message quotes. */
const QUOTED = 60

const NO_NUMBER = 'prints no single number: write one as readers of the language read it'
const NO_RESULTS: Readonly<Record<NoResult, string>> = {
  'division-by-zero': 'divides by zero',
  'too-large': 'gives a number of more than 15 digits',
  'outside-domain': 'has no result, such as the root of a negative number or a term of no payments',
  'never-paid-off': 'never pays the loan off: the payment only covers the interest',
}

/** What is wrong with a number, and what it should print where a formula says that. */
interface WrongNumber {
  reason: CodedReason
  right?: string
}

/** Every number of a text that is not what it says it is. */
export const reasonsAgainstNumbers = ({
  numbers,
  locale,
}: Pick<Outline, 'numbers' | 'locale'>): CodedReason[] =>
  Array.from(wrongNumbers(numbers, locale).values(), ({ reason }) => reason).sort(
    (one, other) => (one.line ?? 0) - (other.line ?? 0),
  )

/** What the formulas give whose numbers print something else, by the places of these numbers. */
export function rightResults(numbers: readonly NumberLink[], locale: Locale): Map<number, string> {
  const wrong = [...wrongNumbers(numbers, locale)]
  return new Map(wrong.flatMap(([at, { right }]) => (right === undefined ? [] : [[at, right]])))
}

function wrongNumbers(numbers: readonly NumberLink[], locale: Locale): Map<number, WrongNumber> {
  const known: TextValues = {
    values: {},
    names: new Set(),
    inRows: new Set([ROW]),
    wrong: new Set(),
  }
  // A formula may name a value that stands below it.
  const calculated = [...numbers.entries()].filter(([, { kind }]) => kind !== 'fact')
  const inputsFirst = calculated.sort(([, one], [, other]) => isCalc(one) - isCalc(other))
  return new Map(
    inputsFirst.flatMap(([at, number]) => {
      const wrong = checkNumber(number, known, locale)
      return wrong ? [[at, wrong]] : []
    }),
  )
}

const isCalc = ({ kind }: NumberLink) => Number(kind === 'calc')

/** What formulas may name. */
interface TextValues {
  values: Record<string, number>
  names: Set<string>
  /** The same, and the first cell of a row. */
  inRows: Set<string>
  /** Names of inputs that are wrong themselves: of formulas that name them, no more is said. */
  wrong: Set<string>
}

/** @param known of the inputs, to which an input adds its own */
function checkNumber(
  number: NumberLink,
  known: TextValues,
  locale: Locale,
): WrongNumber | undefined {
  const isInput = number.kind === 'input'
  const printed = readNumber(number.printed, locale)
  if (!printed) {
    if (isInput) known.wrong.add(nameOfInput(number.definition))
    return { reason: aboutNumber(isInput ? 'E-INPUT' : 'E-SUM', number, NO_NUMBER) }
  }
  try {
    if (isInput) return void addInput(parseInput(number.definition), printed.value, known)
    const result = resultOf(number, known, locale)
    return result === undefined ? undefined : compare(number, printed, result, locale)
  } catch (error) {
    if (isInput) known.wrong.add(nameOfInput(number.definition))
    return { reason: aboutNumber(isInput ? 'E-INPUT' : 'E-FORMULA', number, messageOf(error)) }
  }
}

/** @throws {DefinitionError} where the value is outside of its limits, or the name is taken */
function addInput({ name, limits }: Input, value: number, known: TextValues): void {
  const { values, names, inRows } = known
  if (name === ROW) {
    throw new DefinitionError(
      `has the name "${ROW}", which is the first cell of each row: choose another`,
    )
  }
  if (names.has(name)) {
    throw new DefinitionError(`has the name "${name}" of another input: choose another`)
  }
  if (names.size >= MAX_INPUTS) {
    throw new DefinitionError(`is one of more than ${MAX_INPUTS} inputs: leave some out`)
  }
  if (limits && (value < limits.least || value > limits.most)) {
    throw new DefinitionError('prints a value outside of its own limits: correct one of them')
  }
  names.add(name)
  inRows.add(name)
  values[name] = value
}

/** @returns undefined where the formula names an input that is wrong itself */
function resultOf(
  { definition, rowHead }: NumberLink,
  { values, names, inRows, wrong }: TextValues,
  locale: Locale,
): number | undefined {
  const row = rowHead === undefined ? undefined : readNumber(rowHead, locale)?.value
  const known = row === undefined ? names : inRows
  if (wrong.size > 0) {
    const formula = parseFormula(definition, new Set([...known, ...wrong]))
    if (namesIn(formula).some((name) => wrong.has(name))) return undefined
  }
  const formula = parseFormula(definition, known)
  return evaluate(formula, row === undefined ? values : { ...values, [ROW]: row })
}

function messageOf(error: unknown): string {
  if (error instanceof UnknownNameError) return `${error.message}; ${hintAt(error)}`
  if (error instanceof DefinitionError) return error.message
  if (!(error instanceof FormulaError)) throw error
  return `${NO_RESULTS[error.reason]}: correct the formula or an input`
}

function hintAt({ named, names }: UnknownNameError): string {
  const near = nearestName(named, names)
  if (near !== undefined) return `did you mean "${near}"?`
  return names.size === 0 ? 'no value has a name here' : `there are ${[...names].join(', ')}`
}

function compare(
  number: NumberLink,
  printed: PrintedNumber,
  result: number,
  locale: Locale,
): WrongNumber | undefined {
  if (printsResult(printed, result)) return undefined
  const right = printNumber(result, printed.format, locale)
  const message = `prints ${number.printed}, and the formula gives ${right}: write ${right}, or correct the formula`
  return { reason: aboutText('E-SUM', number.line, message), right }
}

function aboutNumber(
  code: 'E-INPUT' | 'E-SUM' | 'E-FORMULA',
  { line, kind, definition, printed }: NumberLink,
  message: string,
): CodedReason {
  const quoted = `[${cutAtWord(printed, QUOTED)}](${kind}: ${cutAtWord(definition, QUOTED)})`
  return aboutText(code, line, `${quoted} ${message}`)
}
