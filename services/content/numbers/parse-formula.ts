import jsep from 'jsep'
import type { Formula } from '#shared/formulas/formula.ts'
import { FUNCTIONS, functionOf, isFunctionName } from '#shared/formulas/functions.ts'
import { nearestName } from '../drafts/nearest-name.ts'

/** The longest formula, in UTF-16 units. It bounds its depth as well. */
export const MAX_FORMULA_LENGTH = 500
/** How a value may be named. */
export const VALUE_NAME = /^\p{Ll}[\p{L}\p{N}_]{0,39}$/u

/** Our name of each operator as writers may type it. */
const OPERATORS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '=', '!='].map((one) => [one, one]),
  ),
  '−': '-',
  '×': '*',
  '·': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
}
/** Which binds tighter, by our name. */
const PRECEDENCE: Readonly<Record<string, number>> = {
  '=': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '^': 11,
}

// The parser is told our operators and nothing else: no logic, no bits, no literals, no `this`.
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
jsep.removeAllLiterals()
for (const [sign, name] of Object.entries(OPERATORS)) {
  jsep.addBinaryOp(sign, PRECEDENCE[name] ?? 0, name === '^')
}
jsep.addUnaryOp('-')
jsep.addUnaryOp('−')
// `6.5%` is 0.065.
jsep.hooks.add('gobble-token', function (env) {
  if (!/[\d.]/.test(this.char)) return
  const node = this.gobbleNumericLiteral()
  if (node && this.char === '%' && typeof node.value === 'number') {
    this.index += 1
    env.node = { ...node, value: percent(node.value) }
  } else if (node) env.node = node
})

const percent = (value: number) => Number(`${value}e-2`)

/** What is wrong with a formula, in words for its writer. */
export class FormulaSyntaxError extends Error {}

/**
 * Reads a formula such as `pmt(price * (1 - down), rate / 12, years * 12)`.
 *
 * @param names the values that it may name
 * @throws {FormulaSyntaxError} that says what is wrong; nothing of the text is ever run
 */
export function parseFormula(text: string, names: ReadonlySet<string>): Formula {
  if (text.length > MAX_FORMULA_LENGTH) {
    throw new FormulaSyntaxError(
      `is longer than ${MAX_FORMULA_LENGTH} characters: calculate a part of it in a row of its own`,
    )
  }
  if (text.trim() === '') throw new FormulaSyntaxError('is empty: write what is calculated')
  return translate(parse(text), names)
}

function parse(text: string): jsep.Expression {
  try {
    return jsep(text)
  } catch (error) {
    const { description, index } = Object(error)
    const where = typeof index === 'number' ? ` at "${text.slice(index, index + 12)}"` : ''
    throw new FormulaSyntaxError(`cannot be read${where}: ${String(description ?? 'too deep')}`)
  }
}

const NOT_ONE_CALCULATION =
  'is not one calculation: write numbers, names, + - * / ^ ( ) and functions only'

/** The tree of the parser as ours. What is not in our language is refused by its name. */
function translate(node: jsep.Expression, names: ReadonlySet<string>): Formula {
  const { type, value, name, operator, left, right, argument, callee } = node
  switch (type) {
    case 'Literal':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw new FormulaSyntaxError(`has ${String(node.raw)}, which is no number`)
    case 'Identifier':
      return translateName(String(name), names)
    case 'BinaryExpression': {
      const operation = OPERATORS[String(operator)]
      if (operation === undefined) throw new FormulaSyntaxError(`has the unknown sign ${operator}`)
      if (operation === '^' && asNode(left).type === 'UnaryExpression') {
        throw new FormulaSyntaxError('has a minus before a power: write 0 - 2 ^ 3, or 1 / 2 ^ 3')
      }
      return [operation, [translate(asNode(left), names), translate(asNode(right), names)]]
    }
    case 'UnaryExpression':
      return ['negative', [translate(asNode(argument), names)]]
    case 'CallExpression':
      return translateCall(asNode(callee), asNodes(node.arguments), names)
    default:
      throw new FormulaSyntaxError(NOT_ONE_CALCULATION)
  }
}

function translateName(name: string, names: ReadonlySet<string>): Formula {
  if (names.has(name)) return name
  const near = nearestName(name, names)
  const known = names.size === 0 ? 'no value has a name here' : `there are ${[...names].join(', ')}`
  const hint = near === undefined ? known : `did you mean "${near}"?`
  throw new FormulaSyntaxError(`names "${name}", and there is no such value; ${hint}`)
}

function translateCall(
  callee: jsep.Expression,
  operands: readonly jsep.Expression[],
  names: ReadonlySet<string>,
): Formula {
  if (callee.type !== 'Identifier') throw new FormulaSyntaxError(NOT_ONE_CALCULATION)
  const name = String(callee.name)
  const isIf = name === 'if'
  if (!isIf && (!/^[a-z]+$/.test(name) || !isFunctionName(name))) {
    const known = [
      'if',
      ...Object.keys(FUNCTIONS).filter((one) => /^[a-z]+$/.test(one) && one !== 'negative'),
    ]
    throw new FormulaSyntaxError(`has no function "${name}": there are ${known.join(', ')}`)
  }
  const [least, most] = isIf ? [3, 3] : functionOf(name as keyof typeof FUNCTIONS).takes
  if (operands.length < least || operands.length > most) {
    const takes = least === most ? `${least}` : `${least} to ${most}`
    throw new FormulaSyntaxError(`gives ${name} ${operands.length} values, and it takes ${takes}`)
  }
  return [name, operands.map((operand) => translate(operand, names))]
}

const isNode = (value: unknown): value is jsep.Expression =>
  typeof value === 'object' && value !== null && 'type' in value

function asNode(value: unknown): jsep.Expression {
  if (!isNode(value)) throw new FormulaSyntaxError('ends where something is missing')
  return value
}

const asNodes = (value: unknown): jsep.Expression[] =>
  Array.isArray(value) ? value.map(asNode) : []
