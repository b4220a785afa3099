/** Something wrong in a file of `content/`. */
export interface ContentProblem {
  /** Relative to the content folder. */
  file: string
  /** 1-based. */
  line: number
  message: string
}

export const describeProblem = ({ file, line, message }: ContentProblem) =>
  `${file}:${line}: ${message}`

/** Remarks that are said one by one; of more, only their number. */
const MAX_REMARKS = 100

/** @returns lines for people */
export function describeRemarks(remarks: readonly ContentProblem[]): string[] {
  const lines = remarks.slice(0, MAX_REMARKS).map(describeProblem)
  const more = remarks.length - lines.length
  return more > 0 ? [...lines, `and ${more} more remarks`] : lines
}

/** Everything that is wrong with a content folder. Nothing of it was written. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: readonly ContentProblem[]

  constructor(problems: readonly ContentProblem[]) {
    const sorted = problems.toSorted(
      (a, b) =>
        a.file.localeCompare(b.file) || a.line - b.line || a.message.localeCompare(b.message),
    )
    const count = `${sorted.length} ${sorted.length === 1 ? 'problem' : 'problems'}`
    const lines = sorted.map((problem) => `  ${describeProblem(problem)}`)
    super(`${count} in the content; nothing was imported.\n${lines.join('\n')}`)
    this.problems = sorted
  }
}
