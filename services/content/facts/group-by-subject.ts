import { subjectElementId } from '#shared/addresses/subject-element-id.ts'
import type { Fact } from '#shared/contracts/fact.ts'

interface SubjectGroup {
  /** Absent for facts that say nothing of it. */
  subject?: { id: string; title: string }
  facts: Fact[]
}

/**
 * Facts of one subject together, in their order; the subjects in the order in which they first appear,
 * and last the facts without one.
 */
export function groupBySubject(facts: readonly Fact[]): SubjectGroup[] {
  const groups = Map.groupBy(facts, ({ subject }) => subject)
  const others = groups.get(undefined)
  const named = [...groups].flatMap(([title, members]) =>
    title === undefined ? [] : { subject: { id: subjectElementId(title), title }, facts: members },
  )
  return others ? [...named, { facts: others }] : named
}
