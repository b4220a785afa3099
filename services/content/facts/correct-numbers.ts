import type { Locale } from '#shared/contracts/primitives.ts'
import { type LocatedNumber, locateNumbers } from '../markdown/locate-numbers.ts'
import type { NumberLink } from '../markdown/take-numbers.ts'
import { rightResults } from '../numbers/check-numbers.ts'
import { type KnownFacts, printedValue, samePrint } from './check-facts.ts'
import { parseFactReference } from './fact-reference.ts'

/** A number that is not what the file of facts says, or the result of one. */
export interface FigureChange {
  /** The number of lines above it. */
  line: number
  /** What it says it is, such as `fact:401k-limit`. */
  address: string
  was: string
  is: string
}

export interface CorrectedText {
  body: string
  /** What differs between both texts. */
  done: FigureChange[]
  /** What only its author can correct, such as a link by reference. */
  left: FigureChange[]
}

/**
 * Writes the values of facts into a text where it prints others, and then the results of formulas
 * that follow from them. Everything else stays as it is: so does a result that was wrong before.
 */
export function correctNumbers(source: string, known: KnownFacts, locale: Locale): CorrectedText {
  const numbers = locateNumbers(source, locale)
  const facts = replaceNumbers(source, numbers, locale, (number) => rightFact(number, known))
  if (facts.done.length === 0) return facts
  const wrongBefore = rightResults(numbers, locale)
  const following = locateNumbers(facts.body, locale)
  const results = rightResults(following, locale)
  const { body, done, left } = replaceNumbers(facts.body, following, locale, (_, at) =>
    wrongBefore.has(at) ? undefined : results.get(at),
  )
  return { body, done: [...facts.done, ...done], left: [...facts.left, ...left] }
}

/** The value of the fact that a number is; `undefined` where it prints it, or is no fact. */
function rightFact(
  { fact: written, printed }: NumberLink,
  { facts, day }: KnownFacts,
): string | undefined {
  const reference = written === undefined ? undefined : parseFactReference(written)
  const fact = facts.find(({ fact }) => fact === reference?.name)
  const value = fact && reference && printedValue(fact, reference, day)
  return typeof value !== 'object' || samePrint(printed, value.is) ? undefined : value.is
}

/** @param rightNumber what a number should print; `undefined` where it stays */
function replaceNumbers(
  source: string,
  numbers: readonly LocatedNumber[],
  locale: Locale,
  rightNumber: (number: LocatedNumber, at: number) => string | undefined,
): CorrectedText {
  const done: FigureChange[] = []
  const left: FigureChange[] = []
  const pieces: string[] = []
  let end = 0
  const wanted = numbers.map((number, at) => {
    const { line, kind, definition, printed, place } = number
    const right = rightNumber(number, at)
    if (right === undefined) return stateOf(number)
    const change = { line, address: `${kind}:${definition}`, was: printed, is: right }
    const isPlain = place && place.words.text.split(printed).length === 2
    if (!isPlain) {
      left.push(change)
      return stateOf(number)
    }
    const start = place.words.start + place.words.text.indexOf(printed)
    pieces.push(source.slice(end, start), right)
    end = start + printed.length
    done.push(change)
    return stateOf({ ...number, printed: right })
  })
  const body = pieces.join('') + source.slice(end)
  // The parser must see the new numbers in place of the old ones, and otherwise the same.
  const seen = locateNumbers(body, locale).map(stateOf)
  if (JSON.stringify(seen) === JSON.stringify(wanted)) return { body, done, left }
  return { body: source, done: [], left: [...left, ...done] }
}

const stateOf = ({ line, kind, definition, printed }: NumberLink) =>
  [line, kind, definition, printed].join()
