import { levelOf } from '../rules.ts'
import type { LintReport } from './report.ts'

/** For people, and for editors that jump to `file:line:`. */
export function formatText({ locales, articles, counts, problems, leftOut }: LintReport): string {
  const lines = problems.map(
    ({ file, line, code, message }) => `${file}:${line}: ${levelOf(code)} ${code} ${message}`,
  )
  if (leftOut > 0) lines.push(`and ${leftOut} more`)
  const found = [
    ...(counts.error > 0 ? [numbered(counts.error, 'error')] : []),
    ...(counts.warning > 0 ? [numbered(counts.warning, 'warning')] : []),
    ...(counts.note > 0 ? [numbered(counts.note, 'note')] : []),
  ]
  const outcome = found.length === 0 ? 'nothing is wrong' : found.join(', ')
  return [...lines, `${numbered(articles, 'article')} of ${locales.join(', ')}: ${outcome}`].join(
    '\n',
  )
}

const numbered = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
