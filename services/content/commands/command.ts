/** One of the editors' tools: `npm run content -- <name> <arguments>`. */
export interface ContentCommand {
  /** What may stand after its name, as in `[--format text]`; empty when nothing may. */
  usage: string
  /** What it does: a line of the help, without a capital letter or a full stop. */
  summary: string
  /**
   * @param args what stands after its name
   * @throws {UsageError} when the arguments are none that it takes
   * @throws {Error} a sentence for people; with a `cause`, what we must mend
   */
  run(args: readonly string[]): Promise<CommandOutcome>
}

export interface CommandOutcome {
  /** For standard output. */
  output: string
  /** 0 unless the command found what must be mended. */
  exitCode?: number
}

/** The command was written wrongly: it is answered with the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws {UsageError} saying what `read` threw about the arguments */
export function readUsage<Options>(read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
