import jsep from 'jsep'
import type { Formula } from '#shared/formulas/formula.ts'
import type { FunctionName } from '#shared/formulas/functions.ts'
import { fromPercent } from '#shared/formulas/round-decimal.ts'
import { DefinitionError, UnknownNameError } from './definition-error.ts'

/** The longest formula, in UTF-16 units. It bounds its depth as well. */
const MAX_FORMULA_LENGTH = 500

/** Signs that writers may type for another one. */
const SYNONYMS: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '*',
  '·': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
}
/** All operators, by how tightly they bind. */
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

function operationOf(sign: string): string {
  return SYNONYMS[sign] ?? sign
}

// The parser is told our operators and nothing else: no logic, no bits, no literals, no `this`.
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
jsep.removeAllLiterals()
for (const sign of [...Object.keys(PRECEDENCE), ...Object.keys(SYNONYMS)]) {
  jsep.addBinaryOp(sign, PRECEDENCE[operationOf(sign)] ?? 0, sign === '^')
}
jsep.addUnaryOp('-')
jsep.addUnaryOp('−')
// `6.5%` is 0.065.
jsep.hooks.add('gobble-token', function (env) {
  if (!/[\d.]/.test(this.char)) return
  const node = this.gobbleNumericLiteral()
  if (node && this.char === '%' && typeof node.value === 'number') {
    this.index += 1
    env.node = { ...node, value: fromPercent(String(node.value)) }
  } else if (node) env.node = node
})

/**
 * Reads a formula such as `pmt(price * (1 - down), rate / 12, years * 12)`.
 *
 * @param names the values that it may name
 * @throws {DefinitionError} that says what is wrong; nothing of the text is ever run
 */
export function parseFormula(text: string, names: ReadonlySet<string>): Formula {
  const known = parsed.get(text)
  if (known !== undefined) {
    refuseUnknown(known, names)
    return known
  }
  const formula = parseAnew(text, names)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, formula)
  return formula
}

/** Formulas of a text are read by what checks them and by what browsers get, and repeat in rows. */
const parsed = new Map<string, Formula>()
/** About as many as a text has. */
const MAX_PARSED = 100

/** The names of the values in a formula, each as often as it stands there. */
export function namesIn(formula: Formula): string[] {
  const found: string[] = []
  addNames(formula, found)
  return found
}

function addNames(formula: Formula, found: string[]): void {
  if (typeof formula === 'string') found.push(formula)
  else if (typeof formula === 'object') {
    for (const operand of formula[1]) addNames(operand, found)
  }
}

function refuseUnknown(formula: Formula, names: ReadonlySet<string>): void {
  if (typeof formula === 'string') translateName(formula, names)
  else if (typeof formula === 'object') {
    for (const operand of formula[1]) refuseUnknown(operand, names)
  }
}

function parseAnew(text: string, names: ReadonlySet<string>): Formula {
  if (text.length > MAX_FORMULA_LENGTH) {
    throw new DefinitionError(
      `is longer than ${MAX_FORMULA_LENGTH} characters: calculate a part of it in a row of its own`,
    )
  }
  if (text.trim() === '') throw new DefinitionError('is empty: write what is calculated')
  return translate(parse(text), names)
}

function parse(text: string): jsep.Expression {
  try {
    return jsep(text)
  } catch (error) {
    const { description, index } = Object(error)
    const where = typeof index === 'number' ? ` at "${text.slice(index, index + 12)}"` : ''
    throw new DefinitionError(`cannot be read${where}: ${String(description ?? 'too deep')}`)
  }
}

/** Most operands of one function: a list of amounts, one for each of ten years of months. */
const MAX_OPERANDS = 120

/** Most steps of a tariff, such as the brackets of a tax. */
const MAX_STEPS = 20

type Bounds = readonly [least: number, most: number]

/** How many values each function takes, at least and at most. */
const TAKES: ReadonlyMap<string, Bounds> = new Map(
  Object.entries({
    if: [3, 3],
    min: [1, MAX_OPERANDS],
    max: [1, MAX_OPERANDS],
    sum: [1, MAX_OPERANDS],
    round: [1, 2],
    ceil: [1, 1],
    floor: [1, 1],
    pmt: [3, 3],
    pv: [3, 3],
    fv: [3, 4],
    nper: [3, 3],
    rate: [3, 3],
    npv: [2, MAX_OPERANDS],
    irr: [2, MAX_OPERANDS],
    steps: [3, 2 * MAX_STEPS + 1],
  } satisfies Record<FunctionName | 'if' | 'steps', Bounds>),
)

const NOT_ONE_CALCULATION =
  'is not one calculation: write numbers, names, + - * / ^ ( ) and functions only'

/** The tree of the parser as ours. What is not in our language is refused by its name. */
function translate(node: jsep.Expression, names: ReadonlySet<string>): Formula {
  const { type, value, name, operator, left, right, argument, callee } = node
  switch (type) {
    case 'Literal':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw new DefinitionError(`has ${String(node.raw)}, which is no number`)
    case 'Identifier':
      return translateName(String(name), names)
    case 'BinaryExpression': {
      const operation = operationOf(String(operator))
      if (operation === '^' && asNode(left).type === 'UnaryExpression') {
        throw new DefinitionError('has a minus before a power: write 0 - 2 ^ 3, or 1 / 2 ^ 3')
      }
      return [operation, [translate(asNode(left), names), translate(asNode(right), names)]]
    }
    case 'UnaryExpression':
      return ['-', [0, translate(asNode(argument), names)]]
    case 'CallExpression':
      return translateCall(asNode(callee), asNodes(node.arguments), names)
    default:
      throw new DefinitionError(NOT_ONE_CALCULATION)
  }
}

function translateName(name: string, names: ReadonlySet<string>): Formula {
  if (names.has(name)) return name
  throw new UnknownNameError(name, names)
}

function translateCall(
  callee: jsep.Expression,
  operands: readonly jsep.Expression[],
  names: ReadonlySet<string>,
): Formula {
  if (callee.type !== 'Identifier') throw new DefinitionError(NOT_ONE_CALCULATION)
  const name = String(callee.name)
  const takes = TAKES.get(name)
  if (!takes) {
    const known = [...TAKES.keys()].join(', ')
    throw new DefinitionError(`has no function "${name}": there are ${known}`)
  }
  const [least, most] = takes
  if (operands.length < least || operands.length > most) {
    const bounds = least === most ? `${least}` : `${least} to ${most}`
    throw new DefinitionError(`gives ${name} ${operands.length} values, and it takes ${bounds}`)
  }
  const translated = operands.map((operand) => translate(operand, names))
  return name === 'steps' ? expandSteps(translated) : [name, translated]
}

/**
 * `steps(income, 0, 10%, 12400, 12%)` takes 10% of what is between 0 and 12,400, and 12% of the rest.
 * It becomes a sum of other functions, so browsers need to know nothing of it.
 */
function expandSteps([amount = 0, ...tariff]: readonly Formula[]): Formula {
  if (tariff.length % 2 === 1) {
    throw new DefinitionError(
      'gives steps a start without a rate: write steps(amount, start, rate, start, rate)',
    )
  }
  const taken = Array.from({ length: tariff.length / 2 }, (_, step): Formula => {
    const [start = 0, rate = 0, end] = tariff.slice(2 * step)
    const upTo: Formula = end === undefined ? amount : ['min', [amount, end]]
    return ['*', [rate, ['max', [0, ['-', [upTo, start]]]]]]
  })
  return ['sum', taken]
}

const isNode = (value: unknown): value is jsep.Expression =>
  typeof value === 'object' && value !== null && 'type' in value

function asNode(value: unknown): jsep.Expression {
  if (!isNode(value)) throw new DefinitionError('ends where something is missing')
  return value
}

const asNodes = (value: unknown): jsep.Expression[] =>
  Array.isArray(value) ? value.map(asNode) : []
