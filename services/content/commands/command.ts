import path from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Type } from 'typebox'
import { Locale } from '#shared/contracts/primitives.ts'
import { IndexingSwitch } from '#shared/http/indexing.ts'

/** One of the editors' tools: `npm run content -- <name> <arguments>`. */
export interface ContentCommand {
  /** The arguments in the help, as in `[--format text]`; empty if there are none. */
  usage: string
  /** What it does, as a line of the help: no capital letter, no full stop. */
  summary: string
  /**
   * @param args the arguments after its name
   * @throws {UsageError} when it does not accept the arguments
   * @throws {Error} with a message for people; with a `cause` if it is a bug
   */
  run(args: readonly string[]): Promise<CommandOutcome>
}

export interface CommandOutcome {
  /** Text for standard output. */
  output: string
  /** 0 unless the command found something to correct. */
  exitCode?: number
}

/** The command was used wrongly. The help is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws {UsageError} when there is an argument that is none of these options */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The language and the content folder that a command works on. */
export const FolderEnv = Type.Object({
  /** Where it is on, the folder must not have addresses that are examples. */
  INDEXING: IndexingSwitch,
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
  CONTENT_DIR: Type.String({
    minLength: 1,
    default: path.resolve(import.meta.dirname, '../../../content'),
  }),
})
