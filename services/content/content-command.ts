import { mayPass, reasonOf } from '#shared/database/try-again.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import { type CommandOutcome, type ContentCommand, UsageError } from './commands/command.ts'
import { explainCommand } from './commands/explain-command.ts'
import { factsCommand } from './commands/facts-command.ts'
import { generateCommand } from './commands/generate-command.ts'
import { importCommand } from './commands/import-command.ts'
import { lintCommand } from './commands/lint-command.ts'
import { promptCommand } from './commands/prompt-command.ts'
import { pullCommand } from './commands/pull-command.ts'
import { ContentError } from './folder/content-problem.ts'

/** The editors' tools. To add one, write a file in `commands/` and add it here. */
const COMMANDS: Readonly<Record<string, ContentCommand>> = {
  lint: lintCommand,
  facts: factsCommand,
  import: importCommand,
  pull: pullCommand,
  explain: explainCommand,
  prompt: promptCommand,
  generate: generateCommand,
}

const NOTES = `SITE_LOCALE chooses the language (en_US), CONTENT_DIR the folder (content). explain and pull ask the
running site: CONTENT_URL, WORKER_URL, and JOBS_TOKEN if the worker asks for it; about articles also
EDITOR_TOKEN, or DATA_DIR where the token lies. Each may come in a file: EDITOR_TOKEN_FILE=FILE.
`

const HELP = [
  'Usage: npm run content -- <command>',
  '',
  ...Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim().padEnd(16)} ${summary}`,
  ),
  '',
  NOTES,
].join('\n')

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw new UsageError('')
    const { output, exitCode = 0 }: CommandOutcome = await command.run(args)
    process.stdout.write(output.endsWith('\n') ? output : `${output}\n`)
    return exitCode
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(error.message === '' ? HELP : `${error.message}\n\n${HELP}`)
      return 2
    }
    // A sentence for errors that people can correct; the stack trace for all others.
    const known =
      error instanceof ContentError || (error instanceof Error && !error.cause) || mayPass(error)
    const stack = error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${withoutSecrets(`${known ? reasonOf(error) : stack}`)}\n`)
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
