import { describe, expect } from 'vitest'
import { importContent } from '../../../../services/content/import/import-content.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { pull } from '../../../support/content/pull.ts'
import { editSiteFile, readSiteFile } from '../../../support/content/site-files.ts'

/** A machine that pulls and commits imports much later, or never: what a pull has written is no import. */

const SLUG = 'what-a-bond-is-and-why-its-price-moves'
const ARTICLE = `/articles/${SLUG}`
const FILE = `articles/en_US/${SLUG}.md`
const MINE = 'articles/en_US/mine.md'
const NOTHING = 'the files have all that was edited through the API\n'
const TEXT = 'One paragraph.\n\nTwo paragraphs.\n\nThree paragraphs.'

const stored = async (content: TestContent, address = ARTICLE) =>
  (await content.edit('GET', address)).json()

const statusOf = async (content: TestContent, address: string) =>
  (await content.edit('GET', address)).statusCode

async function pulled(content: TestContent): Promise<string> {
  const { code, stdout, stderr } = await pull(content)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

async function changeFile({ folder }: TestContent, file: string, was: string, is: string) {
  const text = await folder.read(file)
  expect(text).toContain(was)
  await folder.write(file, text.replace(was, is))
}

describe('an article that was pulled and not imported', () => {
  test('is pulled again after another edit of the same place', async ({ content }) => {
    const { body } = await stored(content)
    const edit = (words: string) =>
      content.commit('PATCH', ARTICLE, { body: `${words}\n\n${body}` })
    for (const words of ['By Anna.', 'By Anna, again.']) {
      await edit(words)
      await pulled(content)
      expect(await content.folder.read(FILE)).toContain(`\n${words}\n\n`)
    }
    // What the writer has added in between stays.
    const text = (await content.folder.read(FILE)).trimEnd()
    await content.folder.write(FILE, `${text}\n\nBy Boris.\n`)
    await edit('By Anna, at last.')
    await pulled(content)
    expect(await content.folder.read(FILE)).toMatch(/\nBy Anna, at last\.\n[\s\S]*\nBy Boris\.\n$/)
  })

  test('loses what the API takes back, with the next pull and with the next import [F60]', async ({
    content,
  }) => {
    const { body } = await stored(content)
    const before = await content.folder.read(FILE)
    await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
    await pulled(content)
    const given = await content.folder.read(FILE)
    await content.commit('PATCH', ARTICLE, { body })
    await pulled(content)
    const after = await content.folder.read(FILE)
    expect(after.replace(/^pulled: .*\n/m, '').trimEnd()).toBe(before.trimEnd())

    await content.folder.write(FILE, given)
    await content.import()
    expect((await stored(content)).body).toBe(body)
    await pulled(content)
    expect(await content.folder.read(FILE)).not.toContain('By Anna.')
  })

  test('that is withdrawn goes aside, and comes back with its article', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
    await pulled(content)
    await content.commit('DELETE', ARTICLE)
    expect(await pulled(content)).toContain(`goes to withdrawn/en_US/${SLUG}.md`)
    await content.commit('PATCH', ARTICLE, { withdrawn: false })
    expect(String(await content.import().then(String, String))).toContain('brought back')
    expect(await pulled(content)).toContain(`${FILE}: back`)
    await content.import()
    expect((await stored(content)).body).toBe(`By Anna.\n\n${body}`)
    expect(await content.folder.read(FILE)).toContain('\nBy Anna.\n')
  })

  test('comes back as it was where nothing else was changed', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    const text = await content.folder.read(FILE)
    await content.commit('DELETE', ARTICLE)
    await pulled(content)
    await content.commit('PATCH', ARTICLE, { withdrawn: false })
    expect(String(await content.import().then(String, String))).toContain('brought back')
    await pulled(content)
    expect(await content.folder.read(FILE)).toBe(text)
    await content.import()
    expect(await statusOf(content, ARTICLE)).toBe(200)
  })
})

describe('an article of the API that was pulled and not imported', () => {
  const make = async (content: TestContent) => {
    await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine', body: TEXT }))
    expect(await pulled(content)).toContain(`${MINE}: new`)
  }

  test('is merged with what its writer adds and what the API changes', async ({ content }) => {
    await make(content)
    expect(await pulled(content)).toBe(NOTHING)
    await changeFile(content, MINE, 'Three paragraphs.', 'Three paragraphs, by Boris.')
    await content.commit('PATCH', '/articles/mine', {
      body: TEXT.replace('One paragraph.', 'One paragraph, by Anna.'),
    })
    await pulled(content)
    const both = /One paragraph, by Anna\.\n\nTwo paragraphs\.\n\nThree paragraphs, by Boris\.\s*$/
    expect(await content.folder.read(MINE)).toMatch(both)
    await content.import()
    expect((await stored(content, '/articles/mine')).body).toMatch(both)
    expect(await pulled(content)).toBe(NOTHING)
  })

  test('keeps its one file when it is renamed, and readers are led on', async ({ content }) => {
    await make(content)
    await content.commit('PATCH', '/articles/mine', {
      slug: 'mine-renamed',
      body: TEXT.replace('Two', 'Some'),
    })
    // An import without a pull in between makes no second article.
    await content.import()
    expect(await statusOf(content, '/articles/mine')).toBe(404)
    expect((await stored(content, '/articles/mine-renamed')).body).toContain('Some paragraphs.')
    expect(await pulled(content)).toContain(`${MINE}: changed`)
    const text = await content.folder.read(MINE)
    expect(text).toContain('\nslug: mine-renamed\n')
    expect(text).toContain('Some paragraphs.')
  })

  test('goes aside when it is withdrawn, unless its writer has changed it', async ({ content }) => {
    await make(content)
    const text = await content.folder.read(MINE)
    await content.commit('DELETE', '/articles/mine')
    await changeFile(content, MINE, 'Two', 'Some')
    expect((await pull(content)).stderr).toContain(`${MINE}:3: E-WITHDRAWN`)
    await content.folder.write(MINE, text)
    expect(await pulled(content)).toContain('goes to withdrawn/en_US/mine.md')
    expect(await content.folder.read('withdrawn/en_US/mine.md')).toBe(text)
  })

  test('gets a name of its own where another text has it', async ({ content }) => {
    const other =
      '---\ntitle: Another\nslug: another\nauthor: Eleanor Whitcombe\nentities:\n  - category: expert-advice\n---\nAnother text.\n'
    await content.folder.write(MINE, other)
    await content.commit('PUT', '/articles/mine', articleDraft({ body: TEXT }))
    expect(await pulled(content)).toContain('articles/en_US/mine-2.md: new')
    await content.import()
    expect(await statusOf(content, '/articles/another')).toBe(200)
    expect((await stored(content, '/articles/mine')).body).toBe(TEXT)
  })
})

describe('an address that the API has given to another article', () => {
  test('leaves the file with the article that it is about, and gets a file for the new one [F60]', async ({
    content,
  }) => {
    await content.folder.unlink()
    await content.import()
    await content.commit('PATCH', ARTICLE, { slug: 'moved-away' })
    await content.commit('PUT', ARTICLE, articleDraft({ title: 'Wholly new', body: TEXT }))
    const text = (await content.folder.read(FILE)).trimEnd()
    await content.folder.write(FILE, `${text}\n\nBy Boris.\n`)
    await content.import()
    expect((await stored(content, '/articles/moved-away')).body).toMatch(/\n\nBy Boris\.$/)
    expect((await stored(content)).body).toBe(TEXT)
    // Also where it is imported twice without a pull in between.
    await content.folder.write(FILE, `${text}\n\nBy Boris.\n\nAgain.\n`)
    await content.import()
    expect((await stored(content, '/articles/moved-away')).body).toMatch(/\n\nAgain\.$/)

    await pulled(content)
    expect(await content.folder.read(FILE)).toContain('\nslug: moved-away\n')
    expect(await content.folder.read(`articles/en_US/${SLUG}-2.md`)).toContain(TEXT)
    await content.import()
    expect(await pulled(content)).toBe(NOTHING)
  })

  test('asks the writer of a withdrawn article in one way', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    await content.commit('DELETE', ARTICLE)
    await content.commit('PUT', ARTICLE, articleDraft({ title: 'Wholly new', body: TEXT }))
    await changeFile(content, FILE, '\n---\n', '\n---\nBy Boris.\n\n')
    const refusal = String(await content.import().then(String, String))
    expect(refusal.match(/E-[A-Z]+/g)).toEqual(['E-WITHDRAWN'])
    expect((await pull(content)).stderr).toContain(`${FILE}:`)
    await content.folder.remove(FILE)
    await pulled(content)
    expect(await pulled(content)).toBe(NOTHING)
    await content.import()
    expect((await stored(content)).body).toBe(TEXT)
  })
})

test('a file of the site follows what the API takes back after a pull', async ({ content }) => {
  const { text } = await readSiteFile(content, 'site')
  await editSiteFile(content, 'site', (now) => now.replace('favorites: 4', 'favorites: 3'))
  await pulled(content)
  const given = await content.folder.read('site.yaml')
  await editSiteFile(content, 'site', () => text)
  await pulled(content)
  expect(await content.folder.read('site.yaml')).toBe(text)
  await content.folder.write('site.yaml', given)
  await content.import()
  expect((await readSiteFile(content, 'site')).text).toBe(text)
})

describe('what a pull has written', () => {
  const OTHER = { ...articleDraft({ title: 'Mine', body: TEXT }) }
  const changed = TEXT.replace('Two paragraphs.', 'Two paragraphs.\n\nAdded by Anna.')

  async function pulledEdit(content: TestContent, edit: object) {
    await content.commit('PUT', '/articles/mine', OTHER)
    await pulled(content)
    await content.import()
    await content.commit('PATCH', '/articles/mine', edit)
    await pulled(content)
  }

  test('is taken back by its writer for good, by the next pull and by the next import [F60]', async ({
    content,
  }) => {
    await pulledEdit(content, { body: changed })
    await changeFile(content, MINE, 'Added by Anna.\n\n', '')
    await changeFile(content, MINE, 'One paragraph.', 'One paragraph, by Boris.')
    expect(await pulled(content)).toBe(NOTHING)
    expect(await content.folder.read(MINE)).not.toContain('Added by Anna.')
    await content.import()
    expect((await stored(content, '/articles/mine')).body).toBe(
      TEXT.replace('One paragraph.', 'One paragraph, by Boris.'),
    )
  })

  test('is taken back also where nothing else has changed, and in its fields', async ({
    content,
  }) => {
    await pulledEdit(content, { body: changed, answer: 'By Anna.', title: 'By Anna' })
    await changeFile(content, MINE, 'Added by Anna.\n\n', '')
    await changeFile(content, MINE, 'answer: By Anna.\n', '')
    await changeFile(content, MINE, 'title: By Anna\n', 'title: Mine\n')
    await content.import()
    const { title, answer, body } = await stored(content, '/articles/mine')
    expect({ title, answer, body }).toEqual({ title: 'Mine', answer: null, body: TEXT })
  })

  test('is improved by its writer without a conflict', async ({ content }) => {
    await pulledEdit(content, { body: changed })
    await changeFile(content, MINE, 'Added by Anna.', 'Added by Anna, made better by Boris.')
    await content.import()
    expect((await stored(content, '/articles/mine')).body).toContain('made better by Boris.')
  })

  test('is a conflict where the API has changed it again meanwhile', async ({ content }) => {
    await pulledEdit(content, { body: changed })
    await changeFile(content, MINE, 'Added by Anna.\n\n', '')
    await content.commit('PATCH', '/articles/mine', {
      body: changed.replace('Added by Anna.', 'Added by Anna, again.'),
    })
    const { code, stderr } = await pull(content)
    expect(code).toBe(1)
    expect(stderr).toMatch(/mine\.md:\d+: E-CONFLICT .*"Added by Anna, again\."/)
  })
})

test('a file that Git restores after its pull was imported takes the edit back, and the import says so [F60]', async ({
  content,
}) => {
  const before = await content.folder.read(FILE)
  const { body } = await stored(content)
  await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
  await pulled(content)
  expect(await content.import()).toMatchObject({ effects: [] })
  await content.folder.write(FILE, before)
  const { effects } = await content.import()
  expect(effects).toMatchObject([{ file: FILE, code: 'W-TAKEN-BACK' }])
  expect(effects[0]?.message).toMatch(/says again what edition \d+ said/)
  expect((await stored(content)).body).toBe(body)
  // Another change of the file takes nothing back.
  await content.folder.write(FILE, `${before.trimEnd()}\n\nBy Boris.\n`)
  expect(await content.import()).toMatchObject({ effects: [] })
})

describe('the mark of a pull in a file that it was not written for', () => {
  const COPY = 'articles/en_US/copy.md'

  test('takes no edit of the API for what the writer has taken back: in a copy of the file [F60]', async ({
    content,
  }) => {
    await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine', body: TEXT }))
    await content.commit('PATCH', '/articles/mine', { answer: 'By Anna.' })
    await pulled(content)
    const text = await content.folder.read(MINE)
    expect(text).toMatch(/^pulled: /m)
    await content.folder.write(COPY, text.replace('slug: mine', 'slug: copy'))
    await content.import()
    // The edition of the copy that has the number of the one that the file names.
    await content.commit('PATCH', '/articles/copy', { body: TEXT.replace('Two', 'Some') })
    await changeFile(content, COPY, 'One paragraph.', 'One paragraph, by Boris.')
    await content.import()
    const { body } = await stored(content, '/articles/copy')
    expect(body).toBe(
      TEXT.replace('Two', 'Some').replace('One paragraph.', 'One paragraph, by Boris.'),
    )
  })

  test('or in another database, such as one that was restored or is of another machine [F60]', async ({
    content,
    empty,
  }) => {
    await content.commit('PATCH', ARTICLE, { answer: 'By Anna.' })
    await pulled(content)
    const importThere = () =>
      importContent(empty.db, {
        folder: content.folder.folder,
        locale: 'en_US',
        now: content.clock.now,
      })
    await importThere()
    const { body } = (await empty.edit('GET', ARTICLE)).json()
    await empty.commit('PATCH', ARTICLE, { body: `By Anna there.\n\n${body}` })
    await changeFile(content, FILE, 'answer: By Anna.', 'answer: By Boris.')
    await importThere()
    expect((await empty.edit('GET', ARTICLE)).json()).toMatchObject({
      answer: 'By Boris.',
      body: `By Anna there.\n\n${body}`,
    })
  })
})

describe('a file with another name and another slug at once', () => {
  const NEXT = 'articles/en_US/renamed.md'

  /** As writers rename a text: files are named like their slugs. */
  async function rename(content: TestContent, change = (text: string) => text) {
    const text = await content.folder.read(FILE)
    await content.folder.remove(FILE)
    await content.folder.write(NEXT, change(text.replace(`slug: ${SLUG}`, 'slug: renamed')))
  }

  const editionsOf = async (content: TestContent, slug: string) =>
    (await content.edit('GET', `/articles/${slug}/editions`)).json().editions.length

  test('keeps its article, its history, and its readers', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    await rename(content, (text) => `${text.trimEnd()}\n\nBy Boris.\n`)
    expect(await content.import()).toMatchObject({ withdrawn: 0 })
    expect((await stored(content, '/articles/renamed')).body).toMatch(/By Boris\.$/)
    expect(await editionsOf(content, 'renamed')).toBeGreaterThan(1)
    const model = await content.pageModel(ARTICLE)
    expect(model).toMatchObject({ status: 'moved', location: '/articles/renamed' })
  })

  test('is merged with an edit of the API, by a pull and by an import [F60]', async ({
    content,
  }) => {
    await content.folder.unlink()
    await content.import()
    const { body } = await stored(content)
    await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
    await rename(content, (text) => `${text.trimEnd()}\n\nBy Boris.\n`)
    const unpulled = await content.folder.read(NEXT)
    expect(await pulled(content)).toContain(`${NEXT}: changed`)
    expect(await content.folder.read(NEXT)).toMatch(/\nBy Anna\.\n[\s\S]*\nBy Boris\.\n$/)
    await content.folder.write(NEXT, unpulled)
    await content.import()
    expect((await stored(content, '/articles/renamed')).body).toMatch(
      /^By Anna\.\n[\s\S]*\nBy Boris\.$/,
    )
    expect(await statusOf(content, ARTICLE)).toBe(404)
  })

  test('does not bring back what the API has withdrawn [F60]', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    await content.commit('DELETE', ARTICLE)
    await rename(content)
    expect((await pull(content)).stderr).toMatch(/renamed\.md:\d+: E-WITHDRAWN/)
    expect(String(await content.import().then(String, String))).toMatch(
      /renamed\.md:\d+: E-WITHDRAWN/,
    )
    expect(await statusOf(content, '/articles/renamed')).toBe(404)
  })

  test('at the address of another article leaves its own as taken away [F60]', async ({
    content,
  }) => {
    await content.folder.unlink()
    await content.import()
    await content.commit('PUT', '/articles/renamed', articleDraft({ title: 'Mine', body: TEXT }))
    await content.commit('PATCH', ARTICLE, { answer: 'By Anna.' })
    await rename(content, (text) =>
      text.replace('slug:', 'edition: 1\nslug:').replace(/^terms:\n(?: .*\n)+/m, ''),
    )
    const refused = String(await content.import().then(String, String))
    expect(refused).toContain(`${FILE}:1: E-CONFLICT was taken away here`)
    expect(await statusOf(content, ARTICLE)).toBe(200)
  })

  test('is not found in a text of another article', async ({ content }) => {
    await content.folder.unlink()
    await content.import()
    await content.folder.remove(FILE)
    const other = await content.folder.read('articles/en_US/how-a-broad-index-etf-works.md')
    const copy = other.replace(/^title: .*$/m, 'title: A copy').replace(/^terms:\n(?: .*\n)+/m, '')
    await content.folder.write(NEXT, copy.replace(/^slug: .*$/m, 'slug: renamed'))
    await content.import().then(
      () => {},
      () => {},
    )
    expect(await statusOf(content, '/articles/how-a-broad-index-etf-works')).toBe(200)
  })
})

describe('what an import would refuse after a pull', () => {
  test('is named by the pull: links to another address, another heading, another author', async ({
    content,
  }) => {
    await content.commit('PATCH', ARTICLE, { slug: 'renamed' })
    await editSiteFile(content, 'authors', (text) => text.replace('Marcus Adeyemi', 'Marc Adeyemi'))
    const { code, stdout } = await pull(content)
    expect(code).toBe(0)
    expect(stdout).toContain('lint refuses this now')
    const refused = stdout.split('\n').filter((line) => /: E-/.test(line))
    expect(refused.join('\n')).toMatch(/E-LINK-INT .*price-moves/)
    expect(refused.join('\n')).toMatch(/E-UNKNOWN-AUTHOR .*Marcus Adeyemi/)
    const imported = String(await content.import().then(String, String))
    const links = refused.filter((line) => line.includes('E-LINK-INT'))
    for (const link of links) expect(imported).toContain(link)
  })
})

test('files that lack nothing are not counted: of an article that is back, and of an edit that was taken back', async ({
  content,
}) => {
  const { description } = await stored(content)
  await content.commit('DELETE', ARTICLE)
  expect(await content.import()).toMatchObject({ behind: { changed: 1, made: 0 } })
  await content.commit('PATCH', ARTICLE, { withdrawn: false })
  await content.commit('PATCH', ARTICLE, { description: 'By Anna.' })
  expect(await content.import()).toMatchObject({ behind: { changed: 1, made: 0 } })
  await content.commit('PATCH', ARTICLE, { description })
  expect(await content.import()).toMatchObject({ behind: { changed: 0, made: 0 } })
  expect(await pulled(content)).toBe(NOTHING)
})

test('a term that another article explains is refused by the API, as lint refuses it', async ({
  content,
}) => {
  const terms = [
    { term: 'loop', definition: 'A way that ends where it begins.' },
    // Says only that the word means something else here.
    { term: 'bond' },
  ]
  await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine', terms }))
  const twice = await content.edit('PATCH', ARTICLE, { terms })
  expect(twice.statusCode).toBe(400)
  expect(twice.json().reasons).toEqual([
    {
      field: '/terms/0/term',
      code: 'E-DUP-SLUG',
      message:
        '"loop" has the address /terms/loop, as has a term of /articles/mine: take it out of one of them',
    },
  ])
  // Its own terms do not keep it from being edited, and a withdrawn article explains none.
  await content.commit('PATCH', '/articles/mine', { terms, answer: 'Another.' })
  await content.commit('DELETE', '/articles/mine')
  expect((await content.edit('PATCH', ARTICLE, { terms })).statusCode).toBe(200)
})

test('an article is withdrawn by clients that name a type with every request', async ({
  content,
}) => {
  const { etag } = (await content.edit('GET', ARTICLE)).headers
  const answer = await content.edit('DELETE', ARTICLE, undefined, {
    'if-match': String(etag),
    'content-type': 'application/json',
  })
  expect(answer.statusCode).toBe(200)
})
