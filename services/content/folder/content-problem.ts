import { LEVELS, levelOf, type RuleCode } from '../drafts/rules.ts'

/** A remark or an error about a file of `content/`; its code says which. */
export interface ContentProblem {
  /** Relative to the content folder. */
  file: string
  /** 1-based. */
  line: number
  code: RuleCode
  message: string
}

/** The last line of a list of problems. */
export const CODES_HELP = 'docs/errors.md says what each code means, and what to do'

export const describeProblem = ({ file, line, code, message }: ContentProblem) =>
  `${file}:${line}: ${code} ${message}`

export const isError = ({ code }: ContentProblem) => levelOf(code) === 'error'

export const byPlace = (a: ContentProblem, b: ContentProblem) =>
  a.file.localeCompare(b.file) ||
  a.line - b.line ||
  a.code.localeCompare(b.code) ||
  a.message.localeCompare(b.message)

const rank = ({ code }: ContentProblem) => LEVELS.indexOf(levelOf(code))

/** The most severe problems if there are too many, ordered by file and line. */
export function pickProblems(problems: readonly ContentProblem[], most: number): ContentProblem[] {
  const sorted = problems.toSorted(byPlace)
  if (sorted.length <= most) return sorted
  return sorted
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .sort(byPlace)
}

/** The most remarks that are listed one by one. */
const MAX_REMARKS = 100

/** @returns one line per remark, as text */
export function describeRemarks(remarks: readonly ContentProblem[]): string[] {
  const lines = pickProblems(remarks, MAX_REMARKS).map(describeProblem)
  const isAll = remarks.length === lines.length
  return isAll ? lines : [...lines, 'and more remarks: npm run content -- lint names all']
}

/** The most problems that the message lists one by one. */
const MAX_IN_MESSAGE = 500

/** All problems of a content folder. Nothing of the folder was written. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: readonly ContentProblem[]

  constructor(problems: readonly ContentProblem[], outcome = 'nothing was imported') {
    const sorted = problems.toSorted(byPlace)
    const count = `${sorted.length} ${sorted.length === 1 ? 'problem' : 'problems'}`
    const lines = sorted.slice(0, MAX_IN_MESSAGE).map((problem) => `  ${describeProblem(problem)}`)
    const more = sorted.length - lines.length
    if (more > 0) lines.push(`  and ${more} more`)
    lines.push(`  ${CODES_HELP}`)
    super(`${count} in the content; ${outcome}.\n${lines.join('\n')}`)
    this.problems = sorted
  }
}
