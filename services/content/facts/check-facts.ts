import type { Day, Fact, FactValue } from '#shared/contracts/fact.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { type FactNumber, isFact } from '../markdown/take-numbers.ts'
import { newestValue, valuesWithin } from './dated-values.ts'
import { type FactReference, parseFactReference } from './fact-reference.ts'

/** What the numbers of a text are compared with. */
export interface KnownFacts {
  facts: readonly Fact[]
  /** Today in the time zone of the site. */
  day: Day
  /**
   * Whether a text may still print a value that was in force before. Pages say so beside the number,
   * so a site that begins on such a day is not refused for it.
   */
  allowsFormer?: boolean
}

/** The most characters of a number and of its definition that a message quotes. */
const QUOTED = 60

/** Every number of a text that is not what the file of facts says. */
export function reasonsAgainstFacts(
  { numbers }: Pick<Outline, 'numbers'>,
  known: KnownFacts,
): CodedReason[] {
  const links = numbers.filter(isFact)
  if (links.length === 0) return []
  const byName = new Map(known.facts.map((fact) => [fact.fact, fact]))
  return links.flatMap((link) => {
    const { line, printed, kind, definition } = link
    const message = messageAgainst(link, byName, known)
    const quoted = `[${cutAtWord(printed, QUOTED)}](${kind}:${cutAtWord(definition, QUOTED)})`
    return message === undefined ? [] : aboutText('E-FACT', line, `${quoted} ${message}`)
  })
}

function messageAgainst(
  { printed, fact: written }: FactNumber,
  byName: ReadonlyMap<string, Fact>,
  { day, allowsFormer = false }: KnownFacts,
): string | undefined {
  const reference = parseFactReference(written)
  if (!reference) {
    return 'is not understood: write fact:name, or with a year or a day, fact:name@2025 or fact:name@2025-03-01'
  }
  const fact = byName.get(reference.name)
  if (!fact) {
    const near = nearestName(reference.name, byName.keys())
    const hint =
      near === undefined
        ? 'add it to the file of facts, or take the link away'
        : `did you mean "${near}"?`
    return `names "${reference.name}", and there is no such fact; ${hint}`
  }
  const value = printedValue(fact, reference, day)
  if (typeof value === 'string') return value
  if (samePrint(printed, value.is)) return undefined
  const former = fact.values.find(({ from, is }) => from <= day && samePrint(printed, is))
  if (former && reference.at === undefined) {
    if (allowsFormer) return undefined
    const year = former.from.slice(0, 'yyyy'.length)
    return `prints ${printed}, and since ${value.from} it is ${value.is}: write ${value.is}, which "npm run content -- facts --fix" does, or name the time that is meant, such as fact:${fact.fact}@${year}`
  }
  const when = reference.at === undefined ? `since ${value.from}` : `at ${reference.at}`
  return `prints ${cutAtWord(printed, QUOTED)}, and ${when} it is ${value.is}: write ${value.is}, or correct the file of facts`
}

/**
 * The value that a reference means, or why it means none.
 *
 * @param day today
 */
export function printedValue(
  fact: Fact,
  { at, first, last }: FactReference,
  day: Day,
): FactValue | string {
  if (at === undefined || first === undefined || last === undefined) {
    return newestValue(fact, day) ?? `is of a fact whose first value begins ${fact.values[0]?.from}`
  }
  const [value, other] = valuesWithin(fact, first, last)
  if (!value) return `is of ${at}, for which the file of facts has no value: enter it there`
  if (!other) return value
  return `is of ${at}, in which it was ${value.is} and then ${other.is}: name a day, such as fact:${fact.fact}@${other.from}`
}

/** Blanks may be of any kind: a writer types one, and the page sets another. */
export const samePrint = (one: string, other: string): boolean =>
  plainBlanks(one) === plainBlanks(other)

const plainBlanks = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
