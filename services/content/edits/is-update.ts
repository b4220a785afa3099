import { factOfToday, printedFacts } from '../facts/fact-marks.ts'
import { areEqual, type WrittenRow } from './article-state.ts'

type ToldRow = Pick<WrittenRow, 'changes' | 'corrections' | 'body_html'>

/**
 * Whether readers, feeds and search engines are told that an article was updated: where it says a
 * change or a correction that it did not say before, or prints another value of a fact. Everything
 * else, such as a comma, leaves the time of the update as it was.
 */
export const isUpdate = (before: ToldRow, after: ToldRow): boolean =>
  saysMore(before.changes, after.changes) ||
  saysMore(before.corrections, after.corrections) ||
  printsOtherValues(before.body_html, after.body_html)

const saysMore = (before: readonly unknown[], after: readonly unknown[]) =>
  after.some((one) => !before.some((other) => areEqual(one, other)))

/** A fact that only one of the texts prints, or that is meant as of a stated time, has not changed. */
function printsOtherValues(before: string, after: string): boolean {
  const were = printedFacts(before, factOfToday)
  const are = printedFacts(after, factOfToday)
  return [...are].some(([fact, values]) => {
    const former = were.get(fact)
    return former !== undefined && [...former].sort().join('\n') !== [...values].sort().join('\n')
  })
}
