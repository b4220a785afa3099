/** A term as it is stored: its name, its other forms, and its meaning in one line. */
export interface Term {
  term: string
  also: string[]
  /** Absent if the word means something else in this article and must not be linked there. */
  definition?: string
}
