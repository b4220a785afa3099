import { LEVELS, type Level, levelOf } from '../drafts/rules.ts'
import {
  CODES_HELP,
  type ContentProblem,
  describeProblem,
  pickProblems,
} from '../folder/content-problem.ts'
import type { LintResult } from './lint-content.ts'

/** The problems of the content in one or more languages. */
export type LintReport = ReturnType<typeof reportOf>

/** The most problems listed in one report. */
const MAX_PROBLEMS = 5_000

/** @param more further problems, such as addresses of other sites that do not respond */
export function reportOf(results: readonly LintResult[], more: readonly ContentProblem[] = []) {
  const found = [...results.flatMap(({ problems }) => problems), ...more]
  // A file shared by all languages is checked with each of them, so its problems are repeated.
  const all = [...new Map(found.map((problem) => [describeProblem(problem), problem])).values()]
  const counts: Record<Level, number> = { error: 0, warning: 0, note: 0 }
  for (const { code } of all) counts[levelOf(code)] += 1
  const problems = pickProblems(all, MAX_PROBLEMS)
  return {
    locales: results.map(({ locale }) => locale),
    articles: results.reduce((sum, { articles }) => sum + articles, 0),
    counts,
    /** In the order of the files. If there are too many, errors are kept before others. */
    problems,
    /** The number of problems left out because there are too many. */
    leftOut: all.length - problems.length,
  }
}

/** For people, and for editors that parse `file:line:`. */
export function formatText({ locales, articles, counts, problems, leftOut }: LintReport): string {
  const lines = problems.map(
    ({ file, line, code, message }) => `${file}:${line}: ${levelOf(code)} ${code} ${message}`,
  )
  if (leftOut > 0) lines.push(`and ${leftOut} more`)
  if (lines.length > 0) lines.push(CODES_HELP)
  const found = LEVELS.flatMap((level) => (counts[level] > 0 ? numbered(counts[level], level) : []))
  const outcome = found.length === 0 ? 'nothing is wrong' : found.join(', ')
  return [...lines, `${numbered(articles, 'article')} of ${locales.join(', ')}: ${outcome}`].join(
    '\n',
  )
}

const numbered = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Increased when a field of the JSON changes its meaning or is removed. */
const VERSION = 1

/** For programs: `problems` with `file`, `line`, `level`, `code` and `message`. */
export const formatJson = ({ problems, ...rest }: LintReport): string =>
  JSON.stringify(
    {
      version: VERSION,
      ...rest,
      problems: problems.map(({ file, line, code, message }) => ({
        file,
        line,
        level: levelOf(code),
        code,
        message,
      })),
    },
    null,
    2,
  )
