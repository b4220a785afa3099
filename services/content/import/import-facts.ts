import type { Fact } from '#shared/contracts/fact.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { saveFactsDay } from '../edits/facts-day.ts'
import { shownFactList } from '../library/fact-list.ts'
import { loadFacts, shownFacts } from '../library/fact-repository.ts'
import { shownHomeFigures } from '../library/home-figures.ts'
import { shownShell } from '../library/shell.ts'

/**
 * Brings the facts in line with their file.
 *
 * @returns the names of those that differ
 */
export async function importFacts(
  edit: Edit,
  facts: readonly Fact[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const before = await loadFacts(edit.tx)
  const changed = namesOfChanged(before, facts)
  const isMoved = facts.some(({ fact }, position) => before[position]?.fact !== fact)
  if (changed.size > 0 || isMoved) {
    await edit.track(shownFacts, [...changed])
    await edit.track(shownFactList, ONLY)
    await edit.track(shownHomeFigures, ONLY)
    await edit.track(shownShell, ONLY)
    await edit.tx.deleteFrom('fact').execute()
    if (facts.length > 0) {
      await edit.tx
        .insertInto('fact')
        .values(
          facts.map(({ fact: name, title, subject, source, next, values, onHome }, position) => ({
            name,
            position,
            title,
            subject: subject ?? null,
            source: source ? JSON.stringify(source) : null,
            next: next ?? null,
            dated_values: JSON.stringify(values),
            on_home: onHome ?? false,
          })),
        )
        .execute()
    }
  }
  await saveFactsDay(edit, now)
  return changed
}

function namesOfChanged(before: readonly Fact[], after: readonly Fact[]): Set<string> {
  const were = new Map(before.map((fact) => [fact.fact, sortedJson(fact)]))
  const are = new Map(after.map((fact) => [fact.fact, sortedJson(fact)]))
  const names = new Set([...were.keys(), ...are.keys()])
  return new Set([...names].filter((name) => were.get(name) !== are.get(name)))
}
