/** Failures a caller can act on. Anything else that is thrown is a bug and becomes a 500. */
export type ErrorCode =
  | 'not-found'
  | 'gone'
  | 'unauthorized'
  /** Not allowed for any caller. */
  | 'forbidden'
  | 'invalid-input'
  | 'conflict'
  | 'precondition-required'
  | 'precondition-failed'
  | 'too-many-requests'
  | 'unavailable'
  /** Refused at once because of too much load: like `unavailable`, but expected. */
  | 'overloaded'

/** One mistake in the input. */
export interface Reason {
  /** Where: a field as a JSON pointer, such as `/entities/0/category`; empty for the whole. */
  field: string
  /** What is wrong and what would be right, as a sentence without the final full stop. */
  message: string
}

export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly code: ErrorCode
  readonly reasons: readonly Reason[]

  constructor(
    code: ErrorCode,
    message: string,
    { reasons = [], ...options }: ErrorOptions & { reasons?: readonly Reason[] } = {},
  ) {
    super(message, options)
    this.code = code
    this.reasons = reasons
  }
}

/** True for an error of the system or of Postgres that carries this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

export const notFound = (what: string) => new SiteError('not-found', `${what} does not exist`)
