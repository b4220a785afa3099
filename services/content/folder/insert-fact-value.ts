import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import type { FactValue } from '#shared/contracts/fact.ts'
import { fieldOf } from '#shared/field-of.ts'

export type InsertedValue = Pick<FactValue, 'from' | 'is'>

/**
 * Adds a value to a fact in the text of a file of facts, after its last one and written in the same way.
 * All else stays byte for byte: comments, order, quotation marks, line ends.
 *
 * @param fact its name
 * @returns `undefined` if the file is not written in a way in which that is certain
 */
export function insertFactValue(
  text: string,
  fact: string,
  value: InsertedValue,
): string | undefined {
  const before = parse(text)
  const values = before && valuesOf(before.contents, fact)
  const last = values?.items.at(-1)
  if (!before || !values || !isMap(last)) return undefined
  const inserted = values.flow ? intoFlow(text, last, value) : intoBlock(text, last, value)
  const after = inserted === undefined ? undefined : parse(inserted)
  // The parser must find exactly this value more, and otherwise the same.
  const wanted = withValue(before.toJS(), fact, value)
  return after && isDeepStrictEqual(after.toJS(), wanted) ? inserted : undefined
}

function parse(text: string) {
  const document = parseDocument(text, { version: '1.2', schema: 'core' })
  return document.errors.length > 0 ? undefined : document
}

function valuesOf(contents: unknown, fact: string): YAMLSeq | undefined {
  const entries = isSeq(contents) ? contents.items : []
  const entry = entries.find((one) => isMap(one) && one.get('fact') === fact)
  const values = isMap(entry) ? entry.get('values', true) : undefined
  return isSeq(values) ? values : undefined
}

function withValue(facts: unknown, fact: string, value: InsertedValue): unknown {
  if (!Array.isArray(facts)) return facts
  const place = facts.findIndex((entry: unknown) => fieldOf(entry, 'fact') === fact)
  return facts.map((entry: unknown, at) =>
    at === place
      ? { ...Object(entry), values: [...Object(fieldOf(entry, 'values')), value] }
      : entry,
  )
}

const inBraces = ({ from, is }: InsertedValue) => `{ from: ${from}, is: ${JSON.stringify(is)} }`

/** `[{ from: … }]` */
function intoFlow(text: string, { range }: YAMLMap, value: InsertedValue): string | undefined {
  const end = range?.[1]
  return end === undefined
    ? undefined
    : `${text.slice(0, end)}, ${inBraces(value)}${text.slice(end)}`
}

/** A line for each value, or for each of its fields, below a hyphen. */
function intoBlock(text: string, last: YAMLMap, value: InsertedValue): string | undefined {
  const begins = last.range?.[0]
  const ends = endOf(last)
  if (begins === undefined || ends === undefined) return undefined
  const line = text.lastIndexOf('\n', begins) + 1
  const [, indent, gap] = /^( *)-( +)$/.exec(text.slice(line, begins)) ?? []
  if (indent === undefined || gap === undefined) return undefined

  const isOnNewLine = text[ends - 1] === '\n'
  const nextLine = isOnNewLine ? ends : text.indexOf('\n', ends) + 1
  const end = nextLine + commentsOn(text.slice(nextLine), indent)
  const lineEnd = text.slice(line).includes('\r\n') ? '\r\n' : '\n'
  const hyphen = `${indent}-${gap}`
  const fields = `from: ${value.from}${lineEnd}${' '.repeat(hyphen.length)}is: ${JSON.stringify(value.is)}`
  const item = `${hyphen}${last.flow ? inBraces(value) : fields}`
  // The last line of a file may have no end.
  return nextLine === 0 || !text.slice(line, end).endsWith('\n')
    ? `${text}${lineEnd}${item}`
    : `${text.slice(0, end)}${item}${lineEnd}${text.slice(end)}`
}

/** The length of the comments below a value that stand farther in than its hyphen, and so are about it. */
function commentsOn(below: string, indent: string): number {
  const comments = new RegExp(`^(?:${indent} +#[^\\n]*(?:\\n|$))+`)
  return comments.exec(below)?.[0].length ?? 0
}

/** Where the last thing that belongs to a value ends; comments and empty lines may follow. */
function endOf({ flow, range, items }: YAMLMap): number | undefined {
  if (flow) return range?.[1]
  const value = items.at(-1)?.value
  if (isMap(value)) return endOf(value)
  return isScalar(value) ? value.range?.[1] : undefined
}
