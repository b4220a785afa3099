import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Composer } from 'yaml'
import type { ContentProblem } from './content-problem.ts'
import { type ArticleFile, listArticles, readArticles } from './read-articles.ts'

/** Called once for each text that is parsed. */
const parse = vi.spyOn(Composer.prototype, 'compose')

let folder: string
let problems: ContentProblem[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-articles-'))
  problems = []
  parse.mockClear()
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, frontMatter: string) =>
  writeFile(path.join(folder, name), `---\n${frontMatter}\n---\n\nText.\n`)

async function list() {
  return (await listArticles(folder, '.', problems)).articles
}

async function readAll(files: readonly ArticleFile[]) {
  const sources = []
  for await (const source of readArticles(folder, files, problems)) sources.push(source)
  return sources
}

describe('reading articles', () => {
  test('gives what they say, without the address', async () => {
    await write('a.md', 'slug: a\ntitle: A')

    expect(await readAll(await list())).toMatchObject([
      { file: { file: 'a.md', slug: 'a' }, draft: { title: 'A', body: 'Text.' } },
    ])
    expect(problems).toEqual([])
  })

  test('parses front matter once, also when the texts are read again', async () => {
    await write('a.md', 'slug: a\ntitle: A')
    await write('b.md', 'slug: b\nsources: [{ title: B }]')
    const files = await list()
    expect(parse).toHaveBeenCalledTimes(2)

    expect(await readAll(files)).toMatchObject([
      { draft: { title: 'A', body: 'Text.' }, place: { yaml: 'slug: a\ntitle: A\n' } },
      { draft: { sources: [{ title: 'B' }], body: 'Text.' } },
    ])
    expect(parse).toHaveBeenCalledTimes(2)
  })

  test('parses what was too much to keep when it is read', async () => {
    await write('a.md', 'slug: a\ntitle: A')
    const files = (await list()).map(({ fields: _, ...file }) => file)

    expect(await readAll(files)).toMatchObject([{ draft: { title: 'A', body: 'Text.' } }])
    expect(parse).toHaveBeenCalledTimes(2)
  })

  test('lists the date of publication as written', async () => {
    await write('a.md', 'slug: a\npublishedAt: 2025-01-01T01:00:00+02:00')
    await write('b.md', 'slug: b\npublishedAt: soon')

    expect(await list()).toMatchObject([
      { publishedAt: '2025-01-01T01:00:00+02:00' },
      { publishedAt: undefined },
    ])
  })

  test('refuses a file that changes between listing and reading', async () => {
    await write('a.md', 'slug: a')
    const files = await list()
    await write('a.md', 'slug: b')

    expect(await readAll(files)).toEqual([])
    expect(problems).toEqual([
      { file: 'a.md', line: 1, code: 'E-SCHEMA', message: 'was changed while it was read' },
    ])
  })
})
