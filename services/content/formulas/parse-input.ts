import { fromPercent } from '#shared/formulas/round-decimal.ts'
import { DefinitionError } from './definition-error.ts'

/** A value that formulas name and readers may change within limits. */
export interface Input {
  name: string
  least: number
  most: number
  /** How far one step leads; undefined where any value is meant. */
  step: number | undefined
}

/** The most values that one text may name. */
export const MAX_INPUTS = 50
/** The name that formulas in a row have for the number in its first cell. */
export const ROW = 'row'

const NAME = /^\p{Ll}[\p{L}\p{N}_]{0,39}$/u
const LIMIT = String.raw`(-?\d{1,12}(?:\.\d{1,6})?%?)`
const DEFINITION = new RegExp(
  String.raw`^([^,\s]+)\s*,\s*${LIMIT}\s+to\s+${LIMIT}(?:\s+by\s+${LIMIT})?$`,
  'u',
)

const numberOf = (limit: string): number =>
  limit.endsWith('%') ? fromPercent(limit.slice(0, -1)) : Number(limit)

/**
 * Reads a definition such as `rate, 0% to 15% by 0.125%`, in the same notation in every language.
 *
 * @throws {DefinitionError}
 */
export function parseInput(definition: string): Input {
  const [, name = '', from = '', to = '', by] = DEFINITION.exec(definition) ?? []
  if (name === '') {
    throw new DefinitionError(
      'is not understood: write "name, least to most", such as "rate, 0% to 15% by 0.125%"',
    )
  }
  if (!NAME.test(name)) {
    throw new DefinitionError(
      `has the name "${name}": begin with a small letter, and use letters, digits and _ only`,
    )
  }
  const [least, most, step] = [
    numberOf(from),
    numberOf(to),
    by === undefined ? undefined : numberOf(by),
  ]
  if (least >= most) throw new DefinitionError('has a least value that is not below its most')
  if (step !== undefined && (step <= 0 || step > most - least)) {
    throw new DefinitionError(
      'has a step that leads nowhere: write one between 0 and the whole range',
    )
  }
  return { name, least, most, step }
}
