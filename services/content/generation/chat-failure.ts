/**
 * What to do when no answer came:
 * - `again`: ask again a little later
 * - `busy`: let all titles wait, then ask again
 * - `refused`: give this title up
 * - `misconfigured`: give all up until somebody mends the address, the key or the model
 */
export type ChatFailureKind = 'again' | 'busy' | 'refused' | 'misconfigured'

/** A language model did not answer. The message is for people and never holds the key. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure'
  readonly kind: ChatFailureKind
  /** How long the server asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(kind: ChatFailureKind, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
