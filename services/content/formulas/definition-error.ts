/** What is wrong with what a number says of itself, in words for its writer. */
export class DefinitionError extends Error {}

/** A formula names a value that does not exist. */
export class UnknownNameError extends DefinitionError {
  readonly named: string
  /** The names that there are. */
  readonly names: ReadonlySet<string>

  constructor(named: string, names: ReadonlySet<string>) {
    super(`names "${named}", and there is no such value`)
    this.named = named
    this.names = names
  }
}
