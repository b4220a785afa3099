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
      body: `${withFirstParagraph(body, 'A correction by Anna.')}\n\nBy Anna.`,
      takeaways: ['Said by Anna.'],
    })
    await changeFile(content, (text) =>
      addParagraph('By Boris.')(text).replace(/^title: .*$/m, 'title: A title by Boris'),
    )
    const refusal = await content.import().then(String, String)
    const titleLine = before.split('\n').findIndex((line) => line.startsWith('title:')) + 1
    expect(refusal).toContain(`${FILE}:${titleLine}: E-CONFLICT`)
    const whole = `GET /articles/${SLUG}/diff?from=1&to=2`
    expect(refusal).toContain(`which says "A title by Anna" (all of it: ${whole}). Take over`)
    expect(refusal).toMatch(
      /E-CONFLICT was changed here and, through the editor API, in edition 2 by token-\w+ on 2026-12-01, which says [\s\S]*By Anna\./,
    )
    expect(refusal).toContain('write edition: 2 into the front matter')
    expect(await stored(content)).toMatchObject({ title: 'A title by Anna' })
    const diff = (await content.edit('GET', whole.replace('GET ', ''))).json()
    expect(JSON.stringify(diff)).toContain('A correction by Anna.')

    // The file wins where both have changed the same, and there only.
    await changeFile(content, (text) => text.replace(/^slug:/m, 'edition: 2\nslug:'))
    await content.import()
    const now = await stored(content)
    expect(now).toMatchObject({ title: 'A title by Boris', takeaways: ['Said by Anna.'] })
    expect(now.body).toMatch(/^A correction by Anna\.\n\n[\s\S]*\n\nBy Boris\.$/)
    expect(now.body).not.toContain('By Anna.')
    const kept = (await content.edit('GET', `${ARTICLE}/editions/2`)).json()
    expect(kept.draft.title).toBe('A title by Anna')
    expect(kept.draft.body).toMatch(/\n\nBy Anna\.$/)
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

  test('comes back with what was edited before it was withdrawn', async ({ content }) => {
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: withFirstParagraph(body, 'By Anna.') })
    await content.commit('DELETE', ARTICLE)
    await changeFile(content, (text) =>
      addParagraph('By Boris.')(text).replace(/^slug:/m, 'edition: 2\nslug:'),
    )
    await content.import()
    expect((await stored(content)).body).toMatch(/^By Anna\.\n\n[\s\S]*\n\nBy Boris\.$/)
  })

  test('is published again once it has expired, without the time that the API gave it', async ({
    content,
  }) => {
    await content.commit('PATCH', ARTICLE, { expiresAt: '2026-12-02T00:00:00Z' })
    content.clock.now = new Date('2026-12-03T00:00:00Z')
    await content.import()
    expect((await content.edit('GET', ARTICLE)).statusCode).toBe(404)
    await changeFile(content, addParagraph('By Boris.'))
    const [, number] = /this article has expired on 2026-12-0\d: .* write edition: (\d)/.exec(
      await content.import().then(String, String),
    ) ?? [undefined, 'none']
    await changeFile(content, (text) => text.replace(/^slug:/m, `edition: ${number}\nslug:`))
    await content.import()
    const now = await stored(content)
    expect(now.body).toMatch(/\n\nBy Boris\.$/)
    expect(now.expiresAt).toBeUndefined()
  })

  test('is published again once it has expired, also after edits of both and a pull', async ({
    content,
  }) => {
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: withFirstParagraph(body, 'By Anna.') })
    await changeFile(content, addParagraph('By Boris.'))
    await content.import()
    await content.commit('PATCH', ARTICLE, { expiresAt: '2026-12-02T00:00:00Z' })
    content.clock.now = new Date('2026-12-03T00:00:00Z')
    await content.import()
    await changeFile(content, addParagraph('By Boris, again.'))
    const [, number] =
      / write edition: (\d)/.exec(await content.import().then(String, String)) ?? []
    await changeFile(content, (text) => text.replace(/^slug:/m, `edition: ${number}\nslug:`))
    await content.import()
    const now = await stored(content)
    expect(now.body).toMatch(/^By Anna\.\n[\s\S]*By Boris\.\n\nBy Boris, again\.$/)
    expect(now.expiresAt).toBeUndefined()
  })

  test('is not withdrawn with its file, until its writer has seen the edit [F60]', async ({
    content,
  }) => {
    await content.folder.unlink()
    await content.import()
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: withFirstParagraph(body, 'By Anna.') })
    await content.folder.remove(FILE)
    const refusal = await content.import().then(String, String)
    expect(refusal).toMatch(
      new RegExp(
        `${FILE}:1: E-CONFLICT was taken away here, and its article ${ARTICLE} was changed or brought back through the editor API, in edition 3 by token-\\w+ on 2026-12-01: npm run content -- pull writes the file again`,
      ),
    )
    expect((await stored(content)).body).toMatch(/^By Anna\./)

    await content.commit('DELETE', ARTICLE)
    await content.import()
    expect((await content.edit('GET', ARTICLE)).statusCode).toBe(404)
  })

  test('is not withdrawn where its file is about another article', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    await content.commit('PATCH', ARTICLE, { takeaways: ['Said by Anna.'] })
    const other = 'how-a-broad-index-etf-works'
    await content.folder.remove(`articles/en_US/${other}.md`)
    await changeFile(content, (text) => text.replace(`slug: ${SLUG}`, `slug: ${other}`))
    const refusal = await content.import().then(String, String)
    expect(refusal).toContain(`${FILE}:1: E-CONFLICT is about another article now`)
    expect(await stored(content)).toMatchObject({ takeaways: ['Said by Anna.'] })
  })

  test('is withdrawn with its file where nothing of the edit is left', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    const { takeaways } = await stored(content)
    await content.commit('PATCH', ARTICLE, { takeaways: ['Said by Anna.'] })
    await content.commit('PATCH', ARTICLE, { takeaways })
    await content.folder.remove(FILE)
    expect(await content.import()).toMatchObject({ withdrawn: 1 })
  })

  test('is the same article where its file has another name', async ({ content }) => {
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: withFirstParagraph(body, 'By Anna.') })
    const text = addParagraph('By Boris.')(await textOf(content))
    await content.folder.remove(FILE)
    await content.folder.write('articles/en_US/renamed.md', text)
    await content.import()
    expect((await stored(content)).body).toMatch(/^By Anna\.\n\n[\s\S]*\n\nBy Boris\.$/)
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
    /mine\.md:3: E-CONFLICT slug is the address of an article that is in no file, and was published through the editor API \(edition 1\)/,
  )
  await file('By Anna.')
  await content.import()
  await file('By both.')
  await content.import()
  expect((await content.edit('GET', '/articles/mine')).json().body).toBe('By both.')
})
