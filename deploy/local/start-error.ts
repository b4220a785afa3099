/**
 * A failure to start that the person at the terminal can act on. Anything else that is thrown while
 * starting is a bug and keeps its stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** One or two plain sentences: what is wrong, and what to do. */
  readonly userMessage: string

  constructor(userMessage: string, options?: ErrorOptions) {
    super(userMessage, options)
    this.userMessage = userMessage
  }
}
