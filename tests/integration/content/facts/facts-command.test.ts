import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { INSURED, makeFactFolder } from '../../../support/content/fact-content.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const COMMAND = path.join(ROOT, 'services/content/content-command.ts')

const LIMIT = `- fact: a-limit
  title: A limit
  source: { title: Test, url: https://www.example.org/limit }
  values:
    - { from: 2025-01-01, is: $100 }
    - { from: 2026-01-01, is: $200 }
`

async function runFacts(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, 'facts', ...args], {
    cwd: ROOT,
    env: { ...process.env, CONTENT_DIR: folder, SITE_LOCALE: 'en_US' },
    timeout: 30_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

async function make(texts: Record<string, string>, facts = LIMIT + INSURED) {
  const made = await makeFactFolder(facts, texts)
  onTestFinished(() => made.dispose())
  const read = (slug: string) =>
    readFile(path.join(made.folder, `articles/en_US/${slug}.md`), 'utf8')
  return { folder: made.folder, read }
}

test('npm run content -- facts lists what --fix then writes, and nothing else is changed', async () => {
  const code = '`[$100](fact:a-limit)`\n\n```\n[$100](fact:a-limit)\n```\n'
  const old = `So [$100](fact:a-limit) and\n[$100](fact:a-limit@2025), \ttrailing  \n\n${code}\n| A | [$100](<fact:a-limit>) |\n|---|---|\n`
  const { folder, read } = await make({ one: old, two: 'Only [$250,000](fact:fdic-limit).' })
  const before = await read('one')
  const file = path.join(folder, 'articles/en_US/two.md')
  await utimes(file, 1, 1)

  const expected = [
    'articles/en_US/one.md:12: $100 → $200 (fact:a-limit)',
    'articles/en_US/one.md:21: $100 → $200 (fact:a-limit)',
  ]
  const look = await runFacts(folder)
  expect(look.output.split('\n').slice(0, 2)).toEqual(expected)
  expect(look.output).toContain('2 numbers to correct; nothing was changed')
  expect(look.code).toBe(1)
  expect(await read('one')).toBe(before)

  const fix = await runFacts(folder, '--fix')
  expect(fix.output.split('\n').slice(0, 2)).toEqual(expected)
  expect(fix.code).toBe(0)
  expect(await read('one')).toBe(
    before
      .replace('So [$100](fact:a-limit) and', 'So [$200](fact:a-limit) and')
      .replace('[$100](<fact:a-limit>)', '[$200](<fact:a-limit>)'),
  )
  expect((await stat(file)).mtimeMs).toBe(1_000)
  expect(await runFacts(folder)).toEqual({ code: 0, output: 'all facts are printed as they are\n' })
})

test('npm run content -- facts --fix writes what formulas make of new values', async () => {
  const table =
    '| Up to | [$100](<input: limit, fact a-limit>) |\n|---|---|\n| A tenth | [$10](<calc: limit / 10>) |\n'
  const { folder, read } = await make({ one: table })
  const fix = await runFacts(folder, '--fix')
  expect(fix.output.split('\n').slice(0, 3)).toEqual([
    'articles/en_US/one.md:12: $100 → $200 (input:limit, fact a-limit)',
    'articles/en_US/one.md:14: $10 → $20 (calc:limit / 10)',
    '2 numbers corrected: read the sentences around them',
  ])
  expect(await read('one')).toContain(table.replace('[$100]', '[$200]').replace('[$10]', '[$20]'))
  expect((await runFacts(folder)).code).toBe(0)
})

test('npm run content -- facts --fix says what it leaves to people, and ends with 1', async () => {
  const { folder, read } = await make({ one: 'So [$100][limit].\n\n[limit]: fact:a-limit' })
  const before = await read('one')
  const { code, output } = await runFacts(folder, '--fix')
  expect(code).toBe(1)
  expect(output).toContain(
    'articles/en_US/one.md:12: $100 → $200 (fact:a-limit); correct it by hand',
  )
  expect(await read('one')).toBe(before)
})

test('npm run content -- facts changes nothing while its file has a mistake', async () => {
  const { folder, read } = await make({ one: 'So [$100](fact:a-limit).' }, '- fact: a-limit\n')
  const { code, output } = await runFacts(folder, '--fix')
  expect(code).toBe(1)
  expect(output).toContain('facts/en_US.yaml:1: E-SCHEMA')
  expect(await read('one')).toContain('$100')
})
