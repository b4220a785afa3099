/**
 * What a test must notice: `npm run bench -- mutations` changes one of these places at a time in a copy
 * of the code, and demands that the named test turns red.
 */
export interface GuardedPlaces {
  /** The row of `tests/mission.md`, or what is guarded. */
  holds: string
  /** The test's file, and words of its title as they stand there. */
  test: readonly [file: string, words: string]
  changes: readonly Change[]
}

/** What stands exactly once in the file, and what it is changed to. */
export type Change = readonly [file: string, from: string, to: string]

/** The same words, changed in several ways, such as to both sides of a limit. */
export const each = (file: string, from: string, ...all: readonly string[]): Change[] =>
  all.map((to) => [file, from, to])
