import { fromPercent } from '#shared/formulas/round-decimal.ts'
import { DefinitionError } from './definition-error.ts'

/** Within what readers may change a value. */
export interface Limits {
  least: number
  most: number
  /** How far one step leads; undefined where any value is meant. */
  step: number | undefined
}

/** A value that formulas name: one that readers may change within limits, a fact, or both. */
export interface Input {
  name: string
  /** Reference to the fact that it is: its name, perhaps with a time. */
  fact: string | undefined
  limits: Limits | undefined
}

/** The most values that one text may name. */
export const MAX_INPUTS = 50
/** The name that formulas in a row have for the number in its first cell. */
export const ROW = 'row'

const NAME = /^\p{Ll}[\p{L}\p{N}_]{0,39}$/u
const LIMIT = String.raw`(-?\d{1,12}(?:\.\d{1,6})?%?)`
const RANGE = String.raw`${LIMIT}\s+to\s+${LIMIT}(?:\s+by\s+${LIMIT})?`
const DEFINITION = new RegExp(
  String.raw`^([^,\s]+)\s*,\s*(?:${RANGE}|fact\s+([^,\s]+)(?:\s*,\s*${RANGE})?)$`,
  'u',
)

const numberOf = (limit: string): number =>
  limit.endsWith('%') ? fromPercent(limit.slice(0, -1)) : Number(limit)

/**
 * Reads a definition such as `rate, 0% to 15% by 0.125%`, `base, fact ss-wage-base`, or both:
 * `rate, fact key-rate, 0% to 30%`; in the same notation in every language.
 *
 * @throws {DefinitionError}
 */
export function parseInput(definition: string): Input {
  const [, name = '', from, to, by, fact, ...ofFact] = DEFINITION.exec(definition) ?? []
  if (name === '') {
    throw new DefinitionError(
      'is not understood: write "name, least to most", such as "rate, 0% to 15% by 0.125%", or "name, fact" and the name of a fact',
    )
  }
  if (!NAME.test(name)) {
    throw new DefinitionError(
      `has the name "${name}": begin with a small letter, and use letters, digits and _ only`,
    )
  }
  const limits = fact === undefined ? readLimits(from, to, by) : readLimits(...ofFact)
  return { name, fact, limits }
}

/** The name of an input whose definition may be wrong in all else. */
export const nameOfInput = (definition: string): string => definition.split(/[,\s]/u, 1)[0] ?? ''

function readLimits(from?: string, to?: string, by?: string): Limits | undefined {
  if (from === undefined || to === undefined) return undefined
  const [least, most] = [numberOf(from), numberOf(to)]
  const step = by === undefined ? undefined : numberOf(by)
  if (least >= most) throw new DefinitionError('has a least value that is not below its most')
  if (step !== undefined && (step <= 0 || step > most - least)) {
    throw new DefinitionError(
      'has a step that leads nowhere: write one between 0 and the whole range',
    )
  }
  return { least, most, step }
}
