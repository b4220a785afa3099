/**
 * What to do about an answer that did not come:
 * - `again`: ask again a little later
 * - `busy`: ask again, and let everybody else wait as long
 * - `refused`: this request will never be answered
 * - `misconfigured`: no request will be, until somebody mends the address, the key or the model
 */
export type ChatFailureKind = 'again' | 'busy' | 'refused' | 'misconfigured'

/** A language model that did not answer. The message is a sentence for people, without its key. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure'
  readonly kind: ChatFailureKind
  /** How long the endpoint asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(kind: ChatFailureKind, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
