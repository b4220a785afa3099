import type { Token } from 'markdown-it'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Values } from '#shared/formulas/evaluate.ts'
import { type CalcData, type InputData, packFormat } from '#shared/formulas/example-data.ts'
import type { Formula } from '#shared/formulas/formula.ts'
import { type PrintedNumber, readNumber } from '#shared/formulas/printed-number.ts'
import { typeset } from '#shared/text/typeset.ts'
import { DefinitionError } from '../formulas/definition-error.ts'
import { namesIn, parseFormula } from '../formulas/parse-formula.ts'
import {
  type Input,
  type Limits,
  MAX_INPUTS,
  nameOfInput,
  parseInput,
  ROW,
} from '../formulas/parse-input.ts'
import { jsonAttribute } from './json-attribute.ts'
import type { TableMeta } from './prepare-tables.ts'
import type { NumberLink, NumberMeta, TakenNumber } from './take-numbers.ts'

/** The most characters of all formulas that browsers get with one text. */
const MAX_FORMULAS = 30_000

interface TextInput extends Input, TakenNumber, PrintedNumber {}

interface ChangeableInput extends TextInput {
  limits: Limits
}

interface TextFormula extends TakenNumber {
  formula: Formula
  /** Of its {@link CalcData}. */
  json: string
  /** The inputs that readers may change, and that it names. */
  names: ReadonlySet<string>
}

/**
 * Gives browsers what they need for readers to change an example: the limits of the inputs in its
 * table, and the formulas that name them, wherever they stand in the text. What is wrong with a number is left to the checks of
 * numbers; what is wrong with an example is added to the mistakes of its table.
 *
 * @returns the article's own values of the inputs that readers change
 */
export function prepareExamples(
  tokens: readonly Token[],
  numbers: readonly TakenNumber[],
  locale: Locale,
): Values {
  const examples = new Set(tokens.filter(isExample))
  if (examples.size === 0) return {}
  const inputs = readInputs(numbers, locale)
  const changeable = inputs.filter(
    (input): input is ChangeableInput =>
      input.limits !== undefined && input.table !== undefined && examples.has(input.table),
  )
  const read = new Set(inputs.map(({ link }) => link))
  const wrong = numbers.filter(({ link }) => link.kind === 'input' && !read.has(link))
  const formulas = readFormulas(numbers, { inputs, changeable, wrong }, locale)
  const isTooLong = formulas.reduce((sum, { json }) => sum + json.length, 0) > MAX_FORMULAS
  const named = new Set(formulas.flatMap(({ names }) => [...names]))
  for (const table of examples) {
    const meta: TableMeta = table.meta ?? {}
    const own = changeable.filter((input) => input.table === table)
    // An input that is wrong itself is reported as such, and nothing that follows from it.
    if (wrong.some((input) => input.table === table)) continue
    meta.mistakes = [...(meta.mistakes ?? []), ...mistakesIn(own, named, isTooLong)]
  }
  if (isTooLong) return {}
  for (const input of changeable) {
    const { name, value, limits, format } = input
    const { least, most, step = 0 } = limits
    const data: InputData = [name, value, least, most, step, packFormat(format)]
    show(
      input,
      name,
      `${jsonAttribute('data-input', JSON.stringify(data))}${step === 0 ? '' : ' data-slider'}`,
    )
  }
  for (const number of formulas) {
    show(number, number.formula, jsonAttribute('data-calc', number.json))
  }
  return Object.fromEntries(changeable.map(({ name, value }) => [name, value]))
}

const isExample = ({ type, meta }: Token): boolean =>
  type === 'table_open' && (meta as TableMeta | null)?.options?.isExample === true

/** Gives a number an element with these attributes. */
function show({ open, close }: TakenNumber, formula: Formula, attributes: string): void {
  for (const token of [open, close]) {
    token.meta = { ...token.meta, attributes, formula } satisfies NumberMeta
  }
}

/** A number as readers see it: set as the language wants it. */
const readSet = ({ printed }: NumberLink, locale: Locale) =>
  readNumber(typeset(printed, locale), locale)

function mistakesIn(
  own: readonly TextInput[],
  named: ReadonlySet<string>,
  isTooLong: boolean,
): string[] {
  if (own.length === 0) {
    return [
      'is of an example without an input: write one, such as [6.5%](<input: rate, 0% to 15%>)',
    ]
  }
  return [
    ...own
      .filter(({ name }) => !named.has(name))
      .map(
        ({ name }) =>
          `is of an example whose input "${name}" no formula names: name it in a formula, or write the number alone`,
      ),
    ...(isTooLong
      ? ['is of an example with too many and too long formulas: shorten them, or leave some out']
      : []),
  ]
}

function readInputs(numbers: readonly TakenNumber[], locale: Locale): TextInput[] {
  const inputs = new Map<string, TextInput>()
  for (const number of numbers) {
    const { link } = number
    const printed = link.kind === 'input' ? readSet(link, locale) : undefined
    const input = printed && orNothing(() => parseInput(link.definition))
    if (!input || inputs.has(input.name) || inputs.size >= MAX_INPUTS) continue
    inputs.set(input.name, { ...number, ...input, ...printed })
  }
  return [...inputs.values()]
}

/** What `row` is in a formula; undefined where nothing names it. */
const rowOf = ({ definition, rowHead }: NumberLink, locale: Locale): number | undefined =>
  rowHead !== undefined && definition.includes(ROW) ? readNumber(rowHead, locale)?.value : undefined

/** The formulas that name a changeable input; the values of others are written into them. */
function readFormulas(
  numbers: readonly TakenNumber[],
  {
    inputs,
    changeable,
    wrong,
  }: {
    inputs: readonly TextInput[]
    changeable: readonly TextInput[]
    wrong: readonly TakenNumber[]
  },
  locale: Locale,
): TextFormula[] {
  const free = new Set(changeable.map(({ name }) => name))
  const others = inputs.filter(({ name }) => !free.has(name))
  const fixed = Object.fromEntries(others.map(({ name, value }) => [name, value]))
  const misread = wrong.map(({ link }) => nameOfInput(link.definition))
  const all = new Set([...free, ...Object.keys(fixed), ...misread])
  const allWithRow = new Set([...all, ROW])
  return numbers.flatMap((number) => {
    const { link } = number
    if (link.kind !== 'calc') return []
    const row = rowOf(link, locale)
    const known = row === undefined ? fixed : { ...fixed, [ROW]: row }
    const tree = orNothing(() =>
      parseFormula(link.definition, row === undefined ? all : allWithRow),
    )
    const names = new Set(tree === undefined ? [] : namesIn(tree).filter((name) => free.has(name)))
    const printed = names.size > 0 ? readSet(link, locale) : undefined
    if (tree === undefined || !printed) return []
    const formula = withValues(tree, known)
    const data: CalcData = [formula, packFormat(printed.format)]
    return { ...number, formula, json: JSON.stringify(data), names }
  })
}

/** The formula with values in the place of their names. */
function withValues(formula: Formula, values: Values): Formula {
  if (typeof formula === 'number') return formula
  if (typeof formula === 'string')
    return Object.hasOwn(values, formula) ? (values[formula] ?? formula) : formula
  return [formula[0], formula[1].map((operand) => withValues(operand, values))]
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DefinitionError) return undefined
    throw error
  }
}
