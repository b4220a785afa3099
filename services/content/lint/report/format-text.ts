import { LEVELS, levelOf } from '../../drafts/rules.ts'
import type { LintReport } from './report.ts'

/** For people, and for editors that parse `file:line:`. */
export function formatText({ locales, articles, counts, problems, leftOut }: LintReport): string {
  const lines = problems.map(
    ({ file, line, code, message }) => `${file}:${line}: ${levelOf(code)} ${code} ${message}`,
  )
  if (leftOut > 0) lines.push(`and ${leftOut} more`)
  const found = LEVELS.flatMap((level) => (counts[level] > 0 ? numbered(counts[level], level) : []))
  const outcome = found.length === 0 ? 'nothing is wrong' : found.join(', ')
  return [...lines, `${numbered(articles, 'article')} of ${locales.join(', ')}: ${outcome}`].join(
    '\n',
  )
}

const numbered = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
