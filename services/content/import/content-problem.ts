/** Something wrong in a file of `content/`. */
export interface ContentProblem {
  /** Relative to the content folder. */
  file: string
  /** 1-based. */
  line: number
  message: string
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
    const lines = sorted.map(({ file, line, message }) => `  ${file}:${line}: ${message}`)
    super(`${count} in the content; nothing was imported.\n${lines.join('\n')}`)
    this.problems = sorted
  }
}
