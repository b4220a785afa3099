import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { pull } from '../../../support/content/pull.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { runEntry } from '../../../support/site/run-entry.ts'

/** Addresses say which article a file is about. Messages name the other articles that a new address concerns. */

const folderOf = 'articles/en_US'
const FILE = { one: `${folderOf}/one.md`, two: `${folderOf}/two.md` }
const textOf = (slug: string, about: string) => `---
title: About ${about}
slug: ${slug}
author: Eleanor Whitcombe
publishedAt: 2026-11-20
entities:
  - category: expert-advice
---
First of ${about}.

Second of ${about}.

Third of ${about}.
`

const stored = async (content: TestContent, slug: string) =>
  (await content.edit('GET', `/articles/${slug}`)).json()

const statusOf = async (content: TestContent, slug: string) =>
  (await content.edit('GET', `/articles/${slug}`)).statusCode

const codesOf = ({ warnings }: { warnings?: { code: string }[] }) =>
  (warnings ?? []).map(({ code }) => code)

const refusalOf = async (content: TestContent) =>
  String(await content.import().then(() => 'nothing was refused', String))

async function withTwoFiles(content: TestContent) {
  await content.folder.write(FILE.one, textOf('one', 'one'))
  await content.folder.write(FILE.two, textOf('two', 'two'))
  await content.import()
}

const edited = async (content: TestContent, slug: string, was: string, is: string) => {
  const { body } = await stored(content, slug)
  await content.commit('PATCH', `/articles/${slug}`, { body: body.replace(was, is) })
}

describe('two files that swap their addresses', () => {
  async function swap(content: TestContent) {
    await content.folder.write(FILE.one, textOf('two', 'one'))
    await content.folder.write(FILE.two, textOf('one', 'two'))
  }

  test('mean the articles there, for a pull as for an import: an edit is a conflict [F60]', async ({
    content,
  }) => {
    await withTwoFiles(content)
    await edited(content, 'one', 'Second of one.', 'Second of one, by Anna.')
    await swap(content)
    const conflict = /two\.md:\d+: E-CONFLICT .*by Anna/
    expect(await refusalOf(content)).toMatch(conflict)
    const { code, stderr } = await pull(content)
    expect(code).toBe(1)
    expect(stderr).toMatch(conflict)
    expect(await content.folder.read(FILE.one)).toBe(textOf('two', 'one'))
  })

  test('without an edit change nothing but the texts', async ({ content }) => {
    await withTwoFiles(content)
    await swap(content)
    expect(await content.import()).toMatchObject({ withdrawn: 0 })
    expect((await stored(content, 'two')).body).toContain('First of one.')
    expect((await stored(content, 'one')).body).toContain('First of two.')
  })
})

describe('a file that has got the address of another article', () => {
  test('leaves its former one, whose edit a pull writes into a file of its own [F60]', async ({
    content,
  }) => {
    await withTwoFiles(content)
    await edited(content, 'one', 'Second of one.', 'Second of one, by Anna.')
    await content.folder.remove(FILE.two)
    await content.folder.write(FILE.one, textOf('two', 'one'))
    expect(await refusalOf(content)).toContain('pull writes a file of its own')
    const { code, stdout } = await pull(content)
    expect(code).toBe(0)
    expect(stdout).toContain(`${folderOf}/one-2.md: back`)
    expect(await content.folder.read(`${folderOf}/one-2.md`)).toContain('Second of one, by Anna.')
    expect(await content.folder.read(FILE.one)).toBe(textOf('two', 'one'))
    await content.import()
    expect((await stored(content, 'one')).body).toContain('Second of one, by Anna.')
    expect((await stored(content, 'two')).body).toContain('Second of one.')
  })

  test('made by the API says whose readers would get 410', async ({ content }) => {
    await withTwoFiles(content)
    const body = 'Wholly another text.'
    await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine', body }))
    await content.folder.write(FILE.one, textOf('mine', 'one'))
    expect(await refusalOf(content)).toMatch(
      /one\.md:3: E-CONFLICT .* write edition: 1 .*Then \/articles\/one, which this file was until now, is withdrawn: its readers get 410/,
    )
    await content.folder.write(
      FILE.one,
      textOf('mine', 'one').replace('slug:', 'edition: 1\nslug:'),
    )
    expect(await content.import()).toMatchObject({ withdrawn: 1 })
    expect(await statusOf(content, 'one')).toBe(404)
  })
})

test('a file at the address of a withdrawn article says whose readers would get 410', async ({
  content,
}) => {
  await withTwoFiles(content)
  await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine' }))
  await content.commit('DELETE', '/articles/mine')
  await content.folder.write(FILE.one, textOf('mine', 'one'))
  expect(await refusalOf(content)).toMatch(
    /one\.md:3: E-WITHDRAWN .*: choose another slug or, .* write edition: 1 .*Then \/articles\/one, .*410/,
  )
})

test('an import names what it withdraws', async ({ content }) => {
  await withTwoFiles(content)
  await content.folder.remove(FILE.two)
  expect(await content.import()).toMatchObject({ withdrawn: 1, gone: ['/articles/two'] })
})

describe('an address that led to another article', () => {
  const code = 'W-FORMER-ADDRESS'
  const led =
    /^(?:slug )?was the address of \/articles\/one-renamed before, and led there until now/

  test('is named when a file, the API or a draft takes it', async ({ content }) => {
    await withTwoFiles(content)
    await content.commit('PATCH', '/articles/one', { slug: 'one-renamed' })
    await content.folder.write(`${folderOf}/three.md`, textOf('one', 'three'))
    await content.folder.remove(FILE.one)
    const renamed = textOf('one-renamed', 'one')
    await content.folder.write(`${folderOf}/one-renamed.md`, renamed)
    const draft = articleDraft({ title: 'Another' })
    const tried = await content.edit('PUT', '/articles/one?dryRun=true', draft)
    expect(tried.json().warnings[0]).toMatchObject({
      field: '/slug',
      code,
      message: expect.stringMatching(led),
    })
    const { id } = await sendEdit(content, 'POST', '/drafts', {
      body: { slug: 'one', fields: draft },
    })
    const checked = await sendEdit(content, 'POST', `/drafts/${id}/check`)
    expect(codesOf(checked)).toContain(code)
    const { effects } = await content.import()
    expect(effects.filter((effect) => effect.code === code)).toMatchObject([
      { file: `${folderOf}/three.md`, line: 3, message: expect.stringMatching(led) },
    ])
    // It leads nowhere else any more.
    const later = await content.edit('PATCH', '/articles/one', { answer: 'By Anna.' })
    expect(codesOf(later.json())).not.toContain(code)
  })

  test('is named by the import command, as is what is withdrawn', async ({ content }) => {
    await withTwoFiles(content)
    await content.commit('PATCH', '/articles/one', { slug: 'one-renamed' })
    await content.folder.remove(FILE.two)
    await content.folder.write(`${folderOf}/one-renamed.md`, textOf('one-renamed', 'one'))
    await content.folder.write(FILE.one, textOf('one', 'three'))
    const { code: exitCode, stdout } = await runEntry(
      'services/content/content-command.ts',
      ['import'],
      { CONTENT_DIR: content.folder.folder, DATABASE_URL: content.databaseUrl },
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`${FILE.one}:3: ${code} slug was the address of`)
    expect(stdout).toContain('; 1 withdrawn (/articles/two)')
  })

  test('is not named where an article goes back to its own', async ({ content }) => {
    await withTwoFiles(content)
    await content.commit('PATCH', '/articles/one', { slug: 'one-renamed' })
    const back = await content.edit('PATCH', '/articles/one-renamed', { slug: 'one' })
    expect(back.statusCode).toBe(200)
    expect(codesOf(back.json())).not.toContain(code)
  })
})

test('an article that is renamed is no other one with its title', async ({ content }) => {
  await withTwoFiles(content)
  const tried = async (edit: object) =>
    (await content.edit('PATCH', '/articles/one?dryRun=true', edit)).json()
  expect(codesOf(await tried({ slug: 'one-renamed' }))).not.toContain('W-DUP-TITLE')
  const twin = await tried({ slug: 'one-renamed', title: 'About two' })
  expect(codesOf(twin)).toContain('W-DUP-TITLE')
})

test('a link to a renamed article is answered with its address, by a pull and by an import', async ({
  content,
}) => {
  await withTwoFiles(content)
  // An address that is more like the former one.
  await content.folder.write(`${folderOf}/ones.md`, textOf('ones', 'ones'))
  await content.import()
  await content.commit('PATCH', '/articles/one', { slug: 'wholly-renamed' })
  const linking = textOf('two', 'two').replace('Third', '[Third](/articles/one)')
  await content.folder.write(FILE.two, linking)
  const hint = /two\.md:13: E-LINK-INT .*did you mean "\/articles\/wholly-renamed"\?/
  const { code, stdout } = await pull(content)
  expect(code).toBe(0)
  expect(stdout).toMatch(hint)
  expect(await refusalOf(content)).toMatch(hint)
})

test('as many files are said to be behind as a pull writes, with articles that are in none', async ({
  content,
}) => {
  await withTwoFiles(content)
  await edited(content, 'one', 'Second of one.', 'Second of one, by Anna.')
  await content.commit('DELETE', '/articles/two')
  await content.commit('PUT', '/articles/mine', articleDraft({ title: 'Mine' }))
  expect(await content.import()).toMatchObject({ behind: { changed: 2, made: 1 } })
  expect((await pull(content, '--check')).stdout).toContain('3 files to write')
})
