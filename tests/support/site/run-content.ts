import { runEntry, startEntry } from './run-entry.ts'

const COMMAND = 'services/content/content-command.ts'

/** Starts one of the editors' tools as `npm run content` does. */
export const startContentCommand = (args: readonly string[], env: Record<string, string>) =>
  startEntry(COMMAND, args, env)

/** Runs a tool to its end. */
export async function runContentCommand(args: readonly string[], env: Record<string, string>) {
  const { code: exitCode, stdout, stderr } = await runEntry(COMMAND, args, env)
  return { exitCode, stdout, stderr }
}
