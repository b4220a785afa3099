import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/**
 * How many articles an import at the start withdraws, as `--withdraw N` says; absent without it.
 *
 * @throws {StartError} when anything else is said
 */
export function withdrawArgument(args: readonly string[]): number | undefined {
  const refusal = new StartError(
    '--withdraw takes the number of articles to withdraw, as in --withdraw 7, and there are no other arguments but all, alone.',
  )
  try {
    const { withdraw } = parseArgs({
      args: [...args],
      options: { withdraw: { type: 'string' } },
    }).values
    if (withdraw === undefined) return undefined
    if (/^\d{1,9}$/.test(withdraw)) return Number(withdraw)
  } catch {
    throw refusal
  }
  throw refusal
}
