import type { Locale } from '#shared/contracts/primitives.ts'
import { type ContentProblem, pickProblems } from '../../import/content-problem.ts'
import type { LintResult } from '../lint-content.ts'
import { type Level, levelOf } from '../rules.ts'

/** What was found in the content of one or more languages. */
export interface LintReport {
  locales: Locale[]
  articles: number
  counts: Record<Level, number>
  /** In the order of the files; errors come before others where there are too many for a report. */
  problems: ContentProblem[]
  /** Found, but too many to be named. */
  leftOut: number
}

/** Problems that one report names. */
const MOST = 5_000

/** @param more what was found besides, such as addresses of other sites that do not answer */
export function reportOf(
  results: readonly LintResult[],
  more: readonly ContentProblem[] = [],
): LintReport {
  const all = onceEach([...results.flatMap(({ problems }) => problems), ...more])
  const counts: Record<Level, number> = { error: 0, warning: 0, note: 0 }
  for (const { code } of all) counts[levelOf(code)] += 1
  const problems = pickProblems(all, MOST)
  return {
    locales: results.map(({ locale }) => locale),
    articles: results.reduce((sum, { articles }) => sum + articles, 0),
    counts,
    problems,
    leftOut: all.length - problems.length,
  }
}

/** What is wrong with a file of all languages is found with each of them. */
function onceEach(problems: readonly ContentProblem[]): ContentProblem[] {
  const known = new Map(
    problems.map((problem) => {
      const { file, line, code, message } = problem
      return [[file, line, code, message].join('\n'), problem]
    }),
  )
  return [...known.values()]
}
