import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const SLUG = 'what-a-bond-is-and-why-its-price-moves'
const ARTICLE = `/articles/${SLUG}`
const FILE = `articles/en_US/${SLUG}.md`

const textOf = ({ folder }: TestContent) => folder.read(FILE)

/** Changes a file by hand, as an editor with Git does. */
async function changeFile(content: TestContent, change: (text: string) => string) {
  const before = await textOf(content)
  const after = change(before)
  expect(after).not.toBe(before)
  await content.folder.write(FILE, after)
}

const stored = async (content: TestContent) => (await content.edit('GET', ARTICLE)).json()

const addParagraph = (words: string) => (text: string) => `${text.trimEnd()}\n\n${words}\n`

const withFirstParagraph = (body: string, words: string) => `${words}\n\n${body}`

describe('an article that was edited through the API and in its file', () => {
  test('has what both have changed, and neither is lost [F60, A2, B9]', async ({ content }) => {
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, {
      body: withFirstParagraph(body, 'A correction by Anna.'),
      takeaways: ['Said by Anna.'],
    })
    await changeFile(content, (text) =>
      addParagraph('An addition by Boris.')(text).replace(
        /^description: .*$/m,
        'description: Said by Boris.',
      ),
    )
    await content.import()
    const merged = await stored(content)
    expect(merged.body).toMatch(/^A correction by Anna\./)
    expect(merged.body).toMatch(/An addition by Boris\.$/)
    expect(merged).toMatchObject({ takeaways: ['Said by Anna.'], description: 'Said by Boris.' })

    // The file still has none of Anna's words: they stay with its next changes as well.
    await changeFile(content, (text) => text.replace('An addition by Boris.', 'Another one.'))
    await content.import()
    const again = await stored(content)
    expect(again.body).toMatch(/^A correction by Anna\.[\s\S]*Another one\.$/)
    expect(again).toMatchObject({ takeaways: ['Said by Anna.'], description: 'Said by Boris.' })
    const { editions } = (await content.edit('GET', `${ARTICLE}/editions`)).json()
    expect(editions.map(({ made }: { made?: { origin: string } }) => made?.origin)).toEqual([
      'files',
      'files',
      'api',
      undefined,
    ])
  })

  test('keeps its author of the API where the one in its file has got another name', async ({
    content,
  }) => {
    const { body, author } = await stored(content)
    const other = author === 'Colin Prescott' ? 'Eleanor Whitcombe' : 'Colin Prescott'
    await content.commit('PATCH', ARTICLE, {
      body: withFirstParagraph(body, 'A correction by Anna.'),
      author: other,
    })
    await changeFile(content, addParagraph('An addition by Boris.'))
    await content.import()
    expect((await stored(content)).author).toBe(other)

    const rename = async (file: string) => {
      const before = await content.folder.read(file)
      await content.folder.write(file, before.replaceAll(author, 'Somebody Renamed'))
    }
    await rename('authors/en_US.yaml')
    const files = await readdir(path.join(content.folder.folder, 'articles/en_US'))
    for (const file of files) await rename(`articles/en_US/${file}`)
    await content.import()
    expect((await stored(content)).author).toBe(other)
  })

  test('is refused with file and line where both changed the same, until the file names the edition [F60]', async ({
    content,
  }) => {
    const before = await textOf(content)
    const { body, title } = await stored(content)
    await content.commit('PATCH', ARTICLE, {
      title: 'A title by Anna',
      body: `${body}\n\nBy Anna.`,
    })
    await changeFile(content, (text) =>
      addParagraph('By Boris.')(text).replace(/^title: .*$/m, 'title: A title by Boris'),
    )
    const refusal = await content.import().then(String, String)
    const titleLine = before.split('\n').findIndex((line) => line.startsWith('title:')) + 1
    expect(refusal).toContain(`${FILE}:${titleLine}: E-CONFLICT`)
    expect(refusal).toContain('which says "A title by Anna". Take over')
    expect(refusal).toMatch(
      /E-CONFLICT was changed here and, through the editor API, in edition 2 by token-\w+ on 2026-12-01, which says [\s\S]*By Anna\./,
    )
    expect(refusal).toContain('write edition: 2 into the front matter')
    expect(await stored(content)).toMatchObject({ title: 'A title by Anna' })

    await changeFile(content, (text) => text.replace(/^slug:/m, 'edition: 2\nslug:'))
    await content.import()
    const now = await stored(content)
    expect(now).toMatchObject({ title: 'A title by Boris' })
    expect(now.body).toMatch(/\n\nBy Boris\.$/)
    const kept = (await content.edit('GET', `${ARTICLE}/editions/2`)).json()
    expect(kept.draft).toMatchObject({ title: 'A title by Anna', body: `${body}\n\nBy Anna.` })
    expect(title).not.toBe(now.title)

    // The number was that of edition 2: what is edited later is compared again.
    await content.commit('PATCH', ARTICLE, { title: 'Anna again' })
    await changeFile(content, (text) =>
      text.replace('title: A title by Boris', 'title: Boris again'),
    )
    expect(await content.import().then(String, String)).toContain('write edition: 4')
  })

  test('keeps the address that the API gave it', async ({ content }) => {
    await content.commit('PATCH', ARTICLE, { slug: 'what-a-bond-is' })
    await changeFile(content, addParagraph('An addition by Boris.'))
    await content.import()
    const moved = await content.edit('GET', '/articles/what-a-bond-is')
    expect(moved.json().body).toMatch(/An addition by Boris\.$/)
    expect((await content.edit('GET', ARTICLE)).statusCode).toBe(404)
  })

  test('stays withdrawn, until the file names the edition [F60, A3]', async ({ content }) => {
    await content.commit('DELETE', ARTICLE)
    await content.import()
    await changeFile(content, addParagraph('A mended comma.'))
    const refusal = await content.import().then(String, String)
    expect(refusal).toMatch(
      /E-WITHDRAWN slug this article was withdrawn through the editor API by token-\w+ on 2026-12-01: take the file away or, to publish it again, write edition: 1 into/,
    )
    expect((await content.edit('GET', ARTICLE)).statusCode).toBe(404)
    await changeFile(content, (text) => text.replace(/^slug:/m, 'edition: 1\nslug:'))
    await content.import()
    expect((await stored(content)).body).toMatch(/A mended comma\.$/)
  })

  test('stays withdrawn when its file goes and comes back', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    const text = await textOf(content)
    await content.commit('DELETE', ARTICLE)
    await content.folder.remove(FILE)
    await content.import()
    await content.folder.write(FILE, text)
    expect(await content.import().then(String, String)).toContain('E-WITHDRAWN')
  })

  test('is what both say where both say the same', async ({ content }) => {
    await content.commit('PATCH', ARTICLE, { description: 'The same words.', favorite: true })
    await changeFile(content, (text) =>
      text.replace(/^description: .*$/m, 'description: The same words.'),
    )
    await content.import()
    expect(await stored(content)).toMatchObject({ description: 'The same words.', favorite: true })
  })
})

test('a file does not take the place of an article that was made through the API [F60]', async ({
  content,
}) => {
  await content.commit('PUT', '/articles/mine', articleDraft({ body: 'By Anna.' }))
  const file = (body: string) =>
    content.folder.write(
      'articles/en_US/mine.md',
      `---\ntitle: How a test works\nslug: mine\nauthor: Eleanor Whitcombe\ndescription: What a test is for.\nentities:\n  - category: expert-advice\n    subcategories:\n      - subcategory: market-trends\n---\n${body}\n`,
    )
  await file('By Boris.')
  expect(await content.import().then(String, String)).toMatch(
    /mine\.md:3: E-CONFLICT slug is the address of an article that was made through the editor API \(edition 1\)/,
  )
  await file('By Anna.')
  await content.import()
  await file('By both.')
  await content.import()
  expect((await content.edit('GET', '/articles/mine')).json().body).toBe('By both.')
})
