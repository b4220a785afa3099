import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CONFORMANCE } from './conformance-rows.ts'
import { MISHAPS, REPORTS } from './edit-rows.ts'
import { FAULTS, THREATS } from './fault-rows.ts'
import { findHolders, type Holder } from './find-holders.ts'
import { MISSION } from './mission-rows.ts'
import { PROMISES } from './promise-rows.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** What a row says beside the tests that hold it. */
export interface Row {
  /** The cells between the id and the tests, such as what happens and what is promised. */
  says?: readonly string[]
  /** A deviation and its reason, or what the tests need of a machine. */
  note?: string
  /** What holds it and is no test: a file, and words in it. */
  elsewhere?: readonly (readonly [file: string, words: string])[]
}

export interface Section {
  title?: string
  /** The heads of the columns between the id and the tests. */
  heads?: readonly string[]
  rows: Record<string, Row>
}

export interface Table {
  /** The Markdown file, from the root of the repository. */
  file: string
  intro: string
  /** The head of the last column. */
  noteHead: string
  sections: readonly Section[]
}

const HOW = `Each test carries the ids of its rows at the end of its title, as in \`[M-004, F12]\`. This page is written from the
titles and from \`tests/support/rows\`: \`node_modules/.bin/node tests/architecture/write-rows.ts\`.`

export const TABLES: readonly Table[] = [
  {
    file: 'tests/mission.md',
    intro: `# Where each row of the specification is held

The tests that hold each row of the mission’s table. Their values are also in \`tests/mutations\`.
${HOW}`,
    noteHead: 'deviation, and why',
    sections: MISSION,
  },
  {
    file: 'tests/conformance.md',
    intro: `# Conformance of the browser runtime

The tests of the runtime’s reference (section 11), and where this one deviates. S asks a server over HTTP, C runs a module
with a simulated network and clock, E runs in Chromium.
${HOW}`,
    noteHead: 'deviation, and why',
    sections: CONFORMANCE,
  },
  {
    file: 'tests/promises.md',
    intro: `# The promises, and the tests that hold them

What each promise says is in [services/README.md](../services/README.md#promises).
${HOW}`,
    noteHead: 'notes',
    sections: [PROMISES],
  },
  {
    file: 'tests/faults/README.md',
    intro: `# Faults and threats

What can go wrong with the site, and what it promises then; who may attack it, and what they get. The end of \`.ci/run\`
says of each row whether its tests passed on that machine, or why they were left out (\`report.ts\`). The last column says
what a machine must have for them, where it needs more than Node.
${HOW}

Two words return often. *Stored pages* are HTML, page-data and files in the page store: serving one asks no other part of
the site. *Stale* pages are listed in a table in Postgres, which is the truth about what is to be made again: jobs of a
queue are only wake-ups, and may be lost, doubled or come late. There is no outbox and no release that is switched as a
whole; each page is replaced by itself, and never by an older one.`,
    noteHead: 'notes',
    sections: [FAULTS, THREATS],
  },
  {
    file: 'tests/edits.md',
    intro: `# What must not happen to editors

What went wrong with the tools of editors, here and elsewhere, and the tests that would notice it.
${HOW}`,
    noteHead: 'notes',
    sections: [MISHAPS, REPORTS],
  },
]

/** The rows of all tables, by their ids. */
export const ROWS: ReadonlyMap<string, Row> = new Map(
  TABLES.flatMap(({ sections }) => sections.flatMap(({ rows }) => Object.entries(rows))),
)

/** The pages of all tables, by file. */
export async function rowPages(): Promise<Map<string, string>> {
  const { holders } = await findHolders()
  return new Map(TABLES.map((table) => [table.file, pageOf(table, holders)]))
}

export async function writeRowPages(): Promise<void> {
  for (const [file, text] of await rowPages()) await writeFile(path.join(ROOT, file), text)
}

export const readRowPage = (file: string) => readFile(path.join(ROOT, file), 'utf8')

function pageOf(table: Table, holders: readonly Holder[]): string {
  const sections = table.sections.map(({ title, heads = [], rows }) => {
    const columns = ['row', ...heads, 'tests', table.noteHead]
    const lines = Object.entries(rows).map(([id, row]) => {
      const links = [
        ...holders
          .filter(({ ids }) => ids.includes(id))
          .map((one) => [one.file, one.title] as const),
        ...(row.elsewhere ?? []),
      ].map(([file, words]) => linkTo(table.file, file, words))
      return lineOf([id, ...(row.says ?? []), links.join(' · '), row.note ?? ''])
    })
    const table_ = [lineOf(columns), lineOf(columns.map(() => '---')), ...lines].join('\n')
    return title ? `## ${title}\n\n${table_}` : table_
  })
  return `${[table.intro, ...sections].join('\n\n')}\n`
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}\|/g, ' |')

const linkTo = (from: string, file: string, words: string) =>
  `[${words.replaceAll(/[[\]|<*\\]/g, String.raw`\$&`)}](${path.posix.relative(path.dirname(from), file)})`
