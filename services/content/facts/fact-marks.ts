import { parseFactReference } from './fact-reference.ts'

/** What `takeNumbers` leaves around a fact in the HTML of a text: its reference, and the number. */
export const FACT_MARK = /<data value="([^"]*)">([\s\S]*?)<\/data>/g

export const hasFactMarks = (html: string): boolean => html.includes('<data value="')

/** The name of the fact that is meant as of today; `undefined` where a time is stated. */
export function factOfToday(reference: string): string | undefined {
  const parsed = parseFactReference(reference)
  return parsed?.at === undefined ? parsed?.name : undefined
}

/** The names of the facts of today that a text shows; those of a stated time never change. */
export const factsIn = (html: string): string[] => namesIn(html, factOfToday)

/** The names of all facts that a text shows, those of a stated time included. */
export const allFactsIn = (html: string): string[] =>
  namesIn(html, (reference) => parseFactReference(reference)?.name).sort()

/** By the names of facts, what a text prints of each. */
export function printedFacts(
  html: string,
  nameOf: (reference: string) => string | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const printed = new Map<string, Set<string>>()
  if (!hasFactMarks(html)) return printed
  for (const [, reference = '', value = ''] of html.matchAll(FACT_MARK)) {
    const name = nameOf(reference)
    if (name !== undefined) printed.set(name, (printed.get(name) ?? new Set()).add(value))
  }
  return printed
}

function namesIn(html: string, nameOf: (reference: string) => string | undefined): string[] {
  return [...printedFacts(html, nameOf).keys()]
}
