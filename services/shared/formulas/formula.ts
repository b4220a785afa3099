/**
 * A formula as a tree that JSON carries: a number, the name of a value, or an operation with what it
 * is done to. `["*", ["price", ["-", [1, "down"]]]]` is `price * (1 - down)`.
 */
export type Formula = number | string | readonly [operation: string, operands: readonly Formula[]]

/** Why a formula has no result for some values. */
export type NoResult = 'division-by-zero' | 'too-large' | 'outside-domain' | 'never-paid-off'

export class FormulaError extends Error {
  readonly reason: NoResult

  constructor(reason: NoResult) {
    super(`The formula has no result: ${reason}`)
    this.reason = reason
  }
}
