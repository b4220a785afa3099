import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  LEVELS,
  type Level,
  levelOf,
  RULES,
  type Rule,
} from '../../../services/content/drafts/rules.ts'
import { PROBLEMS } from '../../../services/shared/http/problems.ts'

const PAGE = path.resolve(import.meta.dirname, '../../../docs/errors.md')

const LEVEL_WORDS: Record<Level, string> = {
  error: 'Errors: the editor API refuses the text, and an import writes nothing',
  warning: 'Warnings: the text is published, and should be mended',
  note: 'Notes',
}

/** The manual's page of all codes, from the tables that the code uses. */
export function errorsPage(): string {
  const rules = Object.entries<Rule>(RULES)
  const byLevel = LEVELS.map((level) => {
    const sections = rules
      .filter(([code]) => levelOf(code as keyof typeof RULES) === level)
      .map(([code, rule]) => section(code, rule))
    return [`## ${LEVEL_WORDS[level]}`, ...sections].join('\n\n')
  })
  const problems = Object.entries(PROBLEMS).map(([code, { status, ...kind }]) =>
    section(code, { ...kind, what: `${status}. ${kind.what}` }),
  )
  return [HEAD, ...byLevel, ANSWERS, ...problems].join('\n\n').concat('\n')
}

const section = (code: string, { what, example, advice }: Rule) =>
  `### ${code}\n\n${what}. For example: ${example}.\n\n${advice}.`

const HEAD = `# Errors

Every code that \`lint\`, \`import\` and the editor API use, what it means, an example, and what to do. A message has the
file, the line or the field besides. This page is written from the tables of the code:
\`node_modules/.bin/node tests/architecture/write-errors.ts\`.`

const ANSWERS = `## Answers of the services

Each answer with an error is JSON: \`code\`, one of those below; \`detail\`, a sentence; \`reasons\`, where there are some, each
with its \`field\`; \`help\`, which leads here; and \`requestId\`, which the log has as well.`

export const readErrorsPage = () => readFile(PAGE, 'utf8')
export const writeErrorsPage = () => writeFile(PAGE, errorsPage())
