import { subjectElementId } from '#shared/addresses/subject-element-id.ts'
import type { Day, Fact } from '#shared/contracts/fact.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { reasonsAgainstFetch } from './check-fact-fetch.ts'
import { dayAfter, endedValue, isDue, newestValue } from './dated-values.ts'
import type { WrittenFact } from './fact-file.ts'

/** How many days before its end lint reminds of a value. */
const SOON_DAYS = 30

/** How many facts the home page shows at most. */
const MAX_ON_HOME = 6

/** What is wrong with a file of facts beyond its shape. */
export function* reasonsAgainstFactFile(
  facts: readonly WrittenFact[],
  locale: Locale,
): Generator<CodedReason> {
  const names = new Set<string>()
  let onHome = 0
  for (const [index, fact] of facts.entries()) {
    const field = `/${index}/fact`
    if (names.has(fact.fact)) {
      yield { field, code: 'E-DUP-SLUG', message: `"${fact.fact}" is listed twice` }
    }
    names.add(fact.fact)
    yield* reasonsAgainstValues(fact, index)
    yield* reasonsAgainstFetch(fact, index, locale)
    if (fact.onHome) onHome += 1
    if (fact.onHome && onHome > MAX_ON_HOME) {
      const message = `is more than the ${MAX_ON_HOME} facts that the home page shows: take it from one of them`
      yield { field: `/${index}/onHome`, code: 'E-FACT', message }
    }
  }
  yield* reasonsAgainstSubjects(facts)
}

/** Two subjects that seem the same to readers would be two headings at one address. */
function* reasonsAgainstSubjects(facts: readonly Fact[]): Generator<CodedReason> {
  const written = new Map<string, string>()
  for (const [index, { subject }] of facts.entries()) {
    if (subject === undefined) continue
    const id = subjectElementId(subject)
    const first = written.get(id) ?? subject
    written.set(id, first)
    if (first === subject) continue
    const message = `is "${subject}" here and "${first}" before: write the subject alike`
    yield { field: `/${index}/subject`, code: 'E-FACT', message }
  }
}

function* reasonsAgainstValues({ values, source }: Fact, index: number): Generator<CodedReason> {
  for (const [place, value] of values.entries()) {
    const before = values[place - 1]
    const at = (name: string) => `/${index}/values/${place}/${name}`
    const wrong = (name: string, message: string): CodedReason => {
      return { field: at(name), code: 'E-FACT', message }
    }
    if (!source && !value.source) {
      yield wrong('is', 'has no source: add the page that says so, to the fact or to this value')
    }
    if (!/\d/.test(value.is)) yield wrong('is', 'has no number: write it as texts print it')
    if (value.until !== undefined && value.until < value.from) {
      yield wrong('until', `is before from, ${value.from}: correct one of them`)
    }
    if (before && value.from <= before.from) {
      yield wrong('from', `is not after the value before, from ${before.from}: oldest first`)
    } else if (before?.until !== undefined && value.from <= before.until) {
      yield wrong('from', `is not after ${before.until}, until which the value before is in force`)
    }
  }
}

/** What a date has made due since the file was written. */
export function* remarksOnFacts(facts: readonly Fact[], day: Day): Generator<CodedReason> {
  for (const [index, fact] of facts.entries()) {
    const field = `/${index}/fact`
    const value = newestValue(fact, day)
    if (!value) continue
    const isLast = value === fact.values.at(-1)
    if (isDue(fact, day)) {
      const message = `"${fact.fact}": the next value was to be announced on ${fact.next}: look at its source, and enter it or the next day to look`
      yield { field, code: 'W-FACT-DUE', message }
    }
    if (isLast && value.until !== undefined && endsSoon(value.until, day)) {
      const message = `"${fact.fact}": ${value.is} ends on ${value.until}, and no value follows: look at its source`
      yield { field, code: 'W-FACT-SOON', message }
    }
  }
}

/** The facts whose last value has ended. An import never refuses them: their pages say so. */
export function* reasonsAgainstExpired(facts: readonly Fact[], day: Day): Generator<CodedReason> {
  for (const [index, fact] of facts.entries()) {
    const value = endedValue(fact, day)
    if (!value) continue
    const message = `"${fact.fact}": ${value.is} ended on ${value.until}, and no value follows: enter the one from ${dayAfter(value.until ?? day)}`
    yield { field: `/${index}/fact`, code: 'E-FACT-EXPIRED', message }
  }
}

function endsSoon(until: Day, day: Day): boolean {
  const days = (Date.parse(until) - Date.parse(day)) / 86_400_000
  return days >= 0 && days <= SOON_DAYS
}
