import { type Level, levelOf, type RuleCode } from '../lint/rules.ts'

/** Something worth knowing about a file of `content/`; its code says whether it is wrong. */
export interface ContentProblem {
  /** Relative to the content folder. */
  file: string
  /** 1-based. */
  line: number
  code: RuleCode
  message: string
}

export const describeProblem = ({ file, line, code, message }: ContentProblem) =>
  `${file}:${line}: ${code} ${message}`

export const isError = ({ code }: ContentProblem) => levelOf(code) === 'error'

export const byPlace = (a: ContentProblem, b: ContentProblem) =>
  a.file.localeCompare(b.file) ||
  a.line - b.line ||
  a.code.localeCompare(b.code) ||
  a.message.localeCompare(b.message)

const LEVELS: readonly Level[] = ['error', 'warning', 'note']
const rank = ({ code }: ContentProblem) => LEVELS.indexOf(levelOf(code))

/** The gravest ones where there are too many, in the order of the files. */
export function pickProblems(problems: readonly ContentProblem[], most: number): ContentProblem[] {
  const sorted = problems.toSorted(byPlace)
  if (sorted.length <= most) return sorted
  return sorted
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .sort(byPlace)
}

/** Remarks that are said one by one. */
const MAX_REMARKS = 100

/** @returns lines for people */
export function describeRemarks(remarks: readonly ContentProblem[]): string[] {
  const lines = pickProblems(remarks, MAX_REMARKS).map(describeProblem)
  return remarks.length > lines.length
    ? [...lines, 'and more remarks: npm run content -- lint names all']
    : lines
}

/** Problems that the message of an error names one by one. */
const MAX_IN_MESSAGE = 500

/** Everything that is wrong with a content folder. Nothing of it was written. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: readonly ContentProblem[]

  constructor(problems: readonly ContentProblem[]) {
    const sorted = problems.toSorted(byPlace)
    const count = `${sorted.length} ${sorted.length === 1 ? 'problem' : 'problems'}`
    const lines = sorted.slice(0, MAX_IN_MESSAGE).map((problem) => `  ${describeProblem(problem)}`)
    const more = sorted.length - lines.length
    if (more > 0) lines.push(`  and ${more} more`)
    super(`${count} in the content; nothing was imported.\n${lines.join('\n')}`)
    this.problems = sorted
  }
}
