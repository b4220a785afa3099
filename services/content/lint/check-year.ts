import { dayAt } from '#shared/text/time-zone.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, readArticles } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import { zoneOf } from './check-alone.ts'

/** Whether the year of a text is over, and then whether its first three months are as well. */
type YearState = 'current' | 'over' | 'long-over'

/** @param zone the site's time zone, in which the year ends */
function stateOfYear(validFor: unknown, now: Date, zone: string): YearState {
  if (typeof validFor !== 'number') return 'current'
  const day = dayAt(now.toISOString(), zone)
  const next = validFor + 1
  if (day < `${next}-01-01`) return 'current'
  return day < `${next}-04-01` ? 'over' : 'long-over'
}

/** From 1 January on, a text of the year before is to be brought up to date. */
export function* remarksOnYear(validFor: unknown, now: Date, zone: string): Generator<CodedReason> {
  if (stateOfYear(validFor, now, zone) !== 'over') return
  const message = `${validFor} is over: enter the figures of the new year, then set its number`
  yield { field: '/validFor', code: 'W-YEAR-OVER', message }
}

/** From 1 April on it is an error of lint. An import never refuses it: the page names the year. */
export async function textsOfLastYear(tree: PartialTree, now: Date): Promise<ContentProblem[]> {
  const zone = zoneOf(tree)
  const problems: ContentProblem[] = []
  const isOver = ({ validFor }: ArticleFile) => stateOfYear(validFor, now, zone) === 'long-over'
  for await (const { draft, locate } of readArticles(
    tree.folder,
    tree.articles.filter(isOver),
    problems,
  )) {
    const message = `${draft.validFor} has been over since 1 April: enter the figures of the new year, then set its number`
    problems.push(...locate([{ field: '/validFor', code: 'E-YEAR-OVER', message }]))
  }
  return problems
}
