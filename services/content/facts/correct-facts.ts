import type { Locale } from '#shared/contracts/primitives.ts'
import { type KnownFacts, printedValue, samePrint } from './check-facts.ts'
import { parseFactReference } from './fact-reference.ts'
import { type FactLink, locateFactLinks } from './locate-fact-links.ts'

/** A number that is not what the file of facts says. */
export interface FigureChange {
  /** The number of lines above it. */
  line: number
  definition: string
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

/** Writes the values of facts into a text where it prints others. Everything else stays as it is. */
export function correctFacts(source: string, known: KnownFacts, locale: Locale): CorrectedText {
  const { found, lost } = locateFactLinks(source, locale)
  const left = lost.flatMap((link) => correctionOf(link, known) ?? [])
  const wrong = found.flatMap((link) => {
    const correction = correctionOf(link, known)
    return correction ? [{ link, correction }] : []
  })
  const plain = wrong.filter(({ link }) => link.words.text.split(link.printed).length === 2)
  const byHand = wrong.filter((one) => !plain.includes(one))
  const body = replaceEach(source, plain)
  const done = plain.map(({ correction }) => correction)
  if (!isCorrected(body, found, done, locale)) {
    return { body: source, done: [], left: [...left, ...wrong.map(({ correction }) => correction)] }
  }
  return { body, done, left: [...left, ...byHand.map(({ correction }) => correction)] }
}

function correctionOf(
  { line, definition, printed }: Pick<FactLink, 'line' | 'definition' | 'printed'>,
  { facts, day }: KnownFacts,
): FigureChange | undefined {
  const reference = parseFactReference(definition)
  const fact = facts.find(({ fact }) => fact === reference?.name)
  const value = fact && reference && printedValue(fact, reference, day)
  if (typeof value !== 'object' || samePrint(printed, value.is)) return undefined
  return { line, definition, was: printed, is: value.is }
}

function replaceEach(
  source: string,
  wrong: readonly { link: FactLink; correction: FigureChange }[],
): string {
  let end = 0
  const pieces: string[] = []
  for (const { link, correction } of wrong) {
    const start = link.words.start + link.words.text.indexOf(link.printed)
    pieces.push(source.slice(end, start), correction.is)
    end = start + link.printed.length
  }
  return pieces.join('') + source.slice(end)
}

/** Whether the parser sees the new numbers in place of the old ones, and otherwise the same links. */
function isCorrected(
  body: string,
  before: readonly FactLink[],
  done: readonly FigureChange[],
  locale: Locale,
): boolean {
  const corrected = new Map(
    done.map(({ line, definition, was, is }) => [[line, definition, was].join(), is]),
  )
  const wanted = before.map(({ line, definition, printed }) =>
    [line, definition, corrected.get([line, definition, printed].join()) ?? printed].join(),
  )
  const { found } = locateFactLinks(body, locale)
  const seen = found.map(({ line, definition, printed }) => [line, definition, printed].join())
  return JSON.stringify(seen) === JSON.stringify(wanted)
}
