import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { summariseArticles } from '../folder/read-articles.ts'
import { indexTexts } from './like-texts.ts'

const side = (...paragraphs: string[]) => ({
  slug: 'a',
  fields: {},
  body: paragraphs.join('\n\n'),
})

async function indexOf(texts: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-like-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, body] of Object.entries(texts)) {
    await writeFile(path.join(folder, file), `---\ntitle: T\nslug: s\n---\n\n${body}\n`)
  }
  const listed = await summariseArticles(folder, Object.keys(texts))
  return indexTexts(
    folder,
    listed.flatMap(({ listed: file }) => file ?? []),
  )
}

const isFree = () => true

test('the file with half of its paragraphs in a text is found, and none with less', async () => {
  const find = await indexOf({
    'half.md': 'One.\n\nTwo.\n\nBy Boris.\n\nBy Boris, too.',
    'less.md': 'Three.\n\nOther.\n\nAnother.',
  })
  expect(find([side('One.', 'Two.', 'Four.')], isFree)).toBe('half.md')
  expect(find([side('One.', 'Four.')], isFree)).toBeUndefined()
  expect(find([side('Three.', 'Four.')], isFree)).toBeUndefined()
  expect(find([side('Nothing.')], isFree)).toBeUndefined()
})

test('the one that has most is found, of any version, unless it is taken', async () => {
  const find = await indexOf({ 'two.md': 'One.\n\nTwo.', 'one.md': 'One.' })
  const versions = [side('One.'), side('One.', 'Two.', 'Three.')]
  expect(find(versions, isFree)).toBe('two.md')
  expect(find(versions, (file) => file !== 'two.md')).toBe('one.md')
})
