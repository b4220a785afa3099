import path from 'node:path'
import { expect } from 'vitest'
import { writePull } from '../../../../services/content/merging/pull-edits.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { pull } from '../../../support/content/pull.ts'

const SLUG = 'what-a-bond-is-and-why-its-price-moves'
const ARTICLE = `/articles/${SLUG}`
const FILE = `articles/en_US/${SLUG}.md`
/** Quoted where it could be read as a number, such as 12345678e-1234. */
const MARK = /^pulled: "?[0-9a-f]{8}-[0-9a-f]{4}"?\n/m

/** All article files, with their texts. */
async function filesOf({ folder, db }: TestContent) {
  const rows = await db
    .selectFrom('source_file')
    .select('path')
    .where('article', 'is not', null)
    .execute()
  return new Map(
    await Promise.all(rows.map(async (row) => [row.path, await folder.read(row.path)] as const)),
  )
}

test('a pull writes what was edited through the API, and not a byte more', async ({ content }) => {
  const before = await filesOf(content)
  expect(await pull(content, '--check')).toMatchObject({ code: 0 })
  await content.commit('PATCH', ARTICLE, { description: 'By Anna: all in one line.' })
  expect(await pull(content, '--check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${FILE}: changed\n1 file to write; nothing was written`),
  })
  expect(await filesOf(content)).toEqual(before)

  expect(await pull(content)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 file written'),
  })
  const text = before.get(FILE) ?? ''
  expect(text).toMatch(/^description: .*$/m)
  // It names the edition, by which the next merge knows what the file came from.
  expect((await content.folder.read(FILE)).replace(MARK, 'pulled: x\n')).toBe(
    text
      .replace(/^description: .*$/m, 'description: "By Anna: all in one line."')
      .replace('\n---\n', '\npulled: x\n---\n'),
  )
  // The import has nothing to do, and both agree again.
  expect(await content.import()).toMatchObject({ changed: false })
  expect(await pull(content, '--check')).toMatchObject({
    code: 0,
    stdout: 'the files have all that was edited through the API\n',
  })
})

test('a pull merges files that have changed as well, writes new ones, and puts withdrawn ones aside', async ({
  content,
}) => {
  const { body } = (await content.edit('GET', ARTICLE)).json()
  await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
  const mine = articleDraft({ body: 'By Anna.', takeaways: ['One: two.'], favorite: true })
  await content.commit('PUT', '/articles/mine', mine)
  const gone = 'articles/en_US/how-a-broad-index-etf-works.md'
  const goneText = await content.folder.read(gone)
  await content.commit('DELETE', '/articles/how-a-broad-index-etf-works')
  const text = await content.folder.read(FILE)
  await content.folder.write(FILE, `${text.trimEnd()}\n\nBy Boris.\n`)

  const pulled = await pull(content)
  const lines = pulled.stdout.split('\n')
  expect(lines.slice(0, 3).sort()).toEqual(
    [
      `${gone}: withdrawn through the API, so it goes to withdrawn/en_US/how-a-broad-index-etf-works.md`,
      'articles/en_US/mine.md: new',
      `${FILE}: changed`,
    ].sort(),
  )
  // What keeps the next import from running is named before it does.
  const heading =
    'lint refuses this now, and so will an import of these files: change it before the next one'
  expect(lines[3]).toBe(heading)
  const links = lines.filter((line) => line.includes(': E-LINK-INT '))
  expect(links).toContainEqual(
    expect.stringMatching(
      /^articles\/en_US\/real-estate-investment-trusts\.md:\d+: E-LINK-INT \[ETFs\]/,
    ),
  )
  expect(links).toContainEqual(expect.stringMatching(/^guides\/en_US\.yaml:\d+: E-LINK-INT /))
  const refused = await content.import().then(String, String)
  for (const link of links) expect(refused).toContain(link)
  expect(await content.folder.read('withdrawn/en_US/how-a-broad-index-etf-works.md')).toBe(goneText)
  const merged = await content.folder.read(FILE)
  expect(merged).toMatch(/---\n\n?By Anna\.\n\n[\s\S]*\n\nBy Boris\.\n$/)

  await content.folder.unlink()
  await content.import()
  expect((await content.edit('GET', '/articles/mine')).json()).toMatchObject(mine)
  expect((await content.edit('GET', '/articles/how-a-broad-index-etf-works')).statusCode).toBe(404)
  expect(await pull(content, '--check')).toMatchObject({ code: 0 })
})

test('a pull with a conflict names file and line and writes nothing, until the file names the edition', async ({
  content,
}) => {
  await content.commit('PATCH', ARTICLE, { title: 'By Anna' })
  await content.commit('PUT', '/articles/mine', articleDraft())
  const text = (await content.folder.read(FILE)).replace(/^title: .*$/m, 'title: By Boris')
  await content.folder.write(FILE, text)
  const refused = await pull(content)
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${FILE}:2: E-CONFLICT title`),
  })
  expect(refused.stderr).toContain('nothing was written')
  expect(await content.folder.read(FILE)).toBe(text)
  await expect(content.folder.read('articles/en_US/mine.md')).rejects.toThrow('ENOENT')

  const settled = text.replace('slug:', 'edition: 2\nslug:')
  await content.folder.write(FILE, settled)
  expect(await pull(content)).toMatchObject({ code: 0 })
  expect(await content.folder.read(FILE)).toBe(settled)
  expect(await content.folder.read('articles/en_US/mine.md')).toMatch(/^---\n/)
  await content.import()
  expect((await content.edit('GET', ARTICLE)).json()).toMatchObject({ title: 'By Boris' })
})

test('a pull of all articles after an edit of each changes the fields that were edited and no other byte [B10]', async ({
  content,
}) => {
  const before = await filesOf(content)
  for (const file of before.keys()) {
    await content.commit('PATCH', `/articles/${path.basename(file, '.md')}`, { topNotchRank: 999 })
  }
  expect(await pull(content)).toMatchObject({ code: 0 })
  for (const [file, text] of await filesOf(content)) {
    expect(text.replace(/^topNotchRank: 999\n/m, '').replace(MARK, ''), file).toBe(
      before.get(file)?.replace(/^topNotchRank: .*\n/m, ''),
    )
  }
  expect(await content.import()).toMatchObject({ changed: false })
})

test('a pull writes a file again that was taken away before its writer saw an edit of the API', async ({
  content,
}) => {
  const text = await content.folder.read(FILE)
  await content.commit('PATCH', ARTICLE, { description: 'By Anna.' })
  await content.folder.remove(FILE)
  const other = 'articles/en_US/how-a-broad-index-etf-works.md'
  await content.folder.remove(other)
  const { stdout } = await pull(content)
  expect(stdout).toMatch(`${FILE}: back, because it was changed through the API\n`)
  expect(stdout).toContain('1 file written: look at the difference, then commit it\n')
  const back = await content.folder.read(FILE)
  expect(back).toContain('\ndescription: By Anna.\n')
  const bodyIn = (file: string) => file.slice(file.indexOf('\n---\n') + 5).trim()
  expect(bodyIn(back)).toBe(bodyIn(text))
  await content.folder.unlink()
  expect(await content.import()).toMatchObject({ withdrawn: 1 })
  expect((await content.edit('GET', ARTICLE)).json()).toMatchObject({ description: 'By Anna.' })
})

test('a pull writes into a file with another name what was edited', async ({ content }) => {
  const text = await content.folder.read(FILE)
  await content.commit('PATCH', ARTICLE, { description: 'By Anna.' })
  await content.folder.remove(FILE)
  const renamed = 'articles/en_US/renamed.md'
  await content.folder.write(renamed, text)
  expect((await pull(content)).stdout).toContain(`${renamed}: changed`)
  expect(await content.folder.read(renamed)).toContain('\ndescription: By Anna.\n')
})

test('a pull names what an import would refuse: a new file at the address of an article of the API, and a changed one of a withdrawn article', async ({
  content,
}) => {
  await content.folder.unlink()
  await content.import()
  await content.commit('PUT', '/articles/mine', articleDraft({ body: 'By Anna.' }))
  await content.commit('DELETE', ARTICLE)
  const text = await content.folder.read(FILE)
  const changed = `${text.trimEnd()}\n\nBy Boris.\n`
  await content.folder.write(FILE, changed)
  const own = `---\ntitle: How it works\nslug: mine\nauthor: Eleanor Whitcombe\nentities:\n  - category: expert-advice\n---\nBy Boris.\n`
  await content.folder.write('articles/en_US/another-name.md', own)

  const refused = await pull(content)
  const imported = String(await content.import().then(String, String))
  for (const refusal of [refused.stderr, imported]) {
    expect(refusal).toMatch(/another-name\.md:3: E-CONFLICT slug is the address of an article/)
    expect(refusal).toMatch(/price-moves\.md:\d+: E-WITHDRAWN slug this article was withdrawn/)
  }
  expect(refused).toMatchObject({ code: 1 })
  expect(await content.folder.read(FILE)).toBe(changed)
  expect(await pull(content, '--check')).toMatchObject({ code: 1 })
})

test('a withdrawn text does not take the place of one that was withdrawn before', async ({
  content,
}) => {
  await content.folder.unlink()
  await content.import()
  const aside = `withdrawn/en_US/${SLUG}.md`
  await content.folder.write(aside, 'An older text.')
  const text = await content.folder.read(FILE)
  await content.commit('DELETE', ARTICLE)
  expect((await pull(content)).stdout).toContain(`goes to withdrawn/en_US/${SLUG}-2.md`)
  expect(await content.folder.read(aside)).toBe('An older text.')
  expect(await content.folder.read(`withdrawn/en_US/${SLUG}-2.md`)).toBe(text)
})

test('a file that is saved while a pull runs stays as it was saved', async ({ content }) => {
  const { folder } = content.folder
  const plan = { file: FILE, how: 'changed', text: 'By Anna.', was: 'What was read.' } as const
  const text = await content.folder.read(FILE)
  await expect(writePull(folder, plan)).rejects.toThrow(`${FILE} was changed meanwhile`)
  const made = { file: FILE, how: 'new', text: 'By Anna.' } as const
  await expect(writePull(folder, made)).rejects.toThrow(`${FILE} was changed meanwhile`)
  expect(await content.folder.read(FILE)).toBe(text)
})

test('a new name of an author in all files is no conflict with another author of the API', async ({
  content,
}) => {
  const { folder } = content
  const { author, body } = (await content.edit('GET', ARTICLE)).json()
  const other = author === 'Colin Prescott' ? 'Eleanor Whitcombe' : 'Colin Prescott'
  // The file lacks an edit that was imported with a change of its own.
  await content.commit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
  await folder.write(FILE, `${(await folder.read(FILE)).trimEnd()}\n\nBy Boris.\n`)
  await content.import()
  await content.commit('PATCH', ARTICLE, { author: other })
  for (const file of ['authors/en_US.yaml', FILE]) {
    await folder.write(file, (await folder.read(file)).replaceAll(author, 'Somebody Renamed'))
  }
  expect(await pull(content)).toMatchObject({ code: 0 })
  expect(await folder.read(FILE)).toContain(`\nauthor: ${other}\n`)
})
