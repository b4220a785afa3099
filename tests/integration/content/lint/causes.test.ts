import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Files, makeFolder } from '../../../support/content/mistaken-content.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const COMMAND = path.join(ROOT, 'services/content/content-command.ts')
const FILE = 'articles/en_US/one.md'

/** The errors that lint prints about a folder with these files, each as `line code message`. */
async function errorsIn(files: Files): Promise<string[]> {
  const { folder, dispose } = await makeFolder(files)
  try {
    const child = spawn(process.execPath, [COMMAND, 'lint', '--format', 'json'], {
      cwd: ROOT,
      env: { ...process.env, CONTENT_DIR: folder, SITE_LOCALE: 'en_US' },
      timeout: 30_000,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await once(child, 'close')
    const { problems }: { problems: { line: number; code: string; message: string }[] } =
      JSON.parse(output)
    return problems
      .filter(({ code }) => code.startsWith('E-'))
      .map(({ line, code, message }) => `${line} ${code} ${message}`)
  } finally {
    await dispose()
  }
}

const PROSE = 'The money that you keep for a rainy day must be at hand when it rains. '.repeat(20)

const article = (fields: string, body = PROSE): Files => ({
  [FILE]: `---
title: About one
slug: one
description: This text says all that there is to say about one, in words that anybody knows.
author: Author 1
publishedAt: 2026-01-01T00:00:00Z
provenance: human
entities:
  - category: expert-advice
${fields}
---

${body}
`,
})

test.each([
  ['an answer', 'answer: See [the IRS](https://www.irs.gov/) first.', 10],
  ['a takeaway', 'takeaways:\n  - A **bond** is a loan.', 11],
  [
    'a correction',
    'corrections:\n  - on: 2026-02-01\n    was: "5%"\n    is: "6%, see `rates`"',
    13,
  ],
  [
    'a definition',
    'terms:\n  - term: bond\n    definition: A [loan](/articles/clean) that can be sold.',
    12,
  ],
])('lint refuses %s with Markdown, which readers would see', async (_what, fields, line) => {
  const errors = await errorsIn(article(fields))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(
    new RegExp(
      `^${line} E-MARKUP .*, which readers would see as it is written: .* write the words alone$`,
    ),
  )
})

test('lint refuses Markdown in the title of a fact and in the caption of a picture', async () => {
  const errors = await errorsIn({
    ...article('', `![A stub](/pictures/stub.svg "See [it](/articles/clean). — Drawing: us")`),
    'pictures/stub.svg': '<svg viewBox="0 0 9 9"></svg>',
    'facts/en_US.yaml': `- fact: limit
  title: The **limit**
  source: { title: A notice, url: "https://www.irs.gov/" }
  values:
    - { from: 2025-01-01, is: $100 }
`,
  })
  expect(errors.map((error) => error.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
    '13 E-MARKUP',
    '2 E-MARKUP',
  ])
})

const EXAMPLE = (limits: string) => `: The payment {#payment example}

| Your numbers | |
|---|---:|
| Price | [$400](<input: price, 100 to 900>) |
| Rate | [6.5%](<input: rate, ${limits}>) |
| Interest | [$26](<calc: price * rate>) |
| Twice | [$52](<calc: 2 * price * rate>) |

${PROSE}`

test.each([
  ['15% to 0%', 'has a least value that is not below its most'],
  ['0% to 5%', 'prints a value outside of its own limits'],
  ['0% to 15% by 20%', 'has a step that leads nowhere'],
  ['up to 15%', 'is not understood'],
])(
  'lint says of the limits %s what is wrong with them, and nothing else',
  async (limits, cause) => {
    const errors = await errorsIn(article('', EXAMPLE(limits)))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(`18 E-INPUT [6.5%](input: rate, ${limits}) ${cause}`)
  },
)

test('lint says what stands in the place of a text, and how a text is written', async () => {
  const one = await errorsIn(article('answer: 2026'))
  expect(one).toEqual([
    '10 E-SCHEMA answer must be string, or null; 2026 stands there, which is a number: write it in quotation marks, "2026"',
  ])
  const other = await errorsIn(article('takeaways:\n  - true\n  -\n  - - A list\nfavorite: "yes"'))
  expect(other).toEqual([
    '11 E-SCHEMA takeaways.0 must be string; true stands there, which is yes or no: write it in quotation marks, "true"',
    expect.stringMatching(/^12 E-SCHEMA takeaways\.1 must be string; nothing stands there$/),
    '13 E-SCHEMA takeaways.2 must be string; a list stands there',
    '14 E-SCHEMA favorite must be boolean; the text "yes" stands there',
  ])
})
