import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { pull } from '../../../support/content/pull.ts'
import { editSiteFile, putSiteFile, readSiteFile } from '../../../support/content/site-files.ts'

const SITE = 'site.yaml'
const TERMS = 'info/en_US/terms.md'
const FACTS = 'facts/en_US.yaml'

const stored = async (content: TestContent, name: string) =>
  (await readSiteFile(content, name)).text

/** Changes a file by hand, as an editor with Git does. */
async function changeFile({ folder }: TestContent, file: string, change: (text: string) => string) {
  const before = await folder.read(file)
  const after = change(before)
  expect(after).not.toBe(before)
  await folder.write(file, after)
  return after
}

const refusalOf = (content: TestContent) => content.import().then(String, String)

describe('a file of the site that was edited through the API', () => {
  test('keeps that edit while its file stays as it is, also where an import compares all of it [F60]', async ({
    content,
  }) => {
    const edited = [
      await editSiteFile(content, 'info-terms', (text) => `${text}\nBy Anna.\n`),
      await editSiteFile(content, 'facts', (text) =>
        text.replace('What SIPC covers', 'What it covers'),
      ),
      await editSiteFile(content, 'site', (text) => text.replace('favorites: 4', 'favorites: 3')),
    ]
    expect(await content.import()).toMatchObject({
      changed: false,
      behind: { changed: 3, made: 0 },
    })
    for (const [place, name] of ['info-terms', 'facts', 'site'].entries()) {
      expect(await stored(content, name)).toBe(edited[place]?.text)
    }
    expect(JSON.stringify(await content.pageModel('/terms'))).toContain('By Anna.')
    expect(JSON.stringify(await content.pageModel('/facts'))).toContain('What it covers')
  })

  test('has the lines of both where its file has changed as well, and neither is lost [F60]', async ({
    content,
  }) => {
    await editSiteFile(content, 'site', (text) => text.replace('favorites: 4', 'favorites: 3'))
    await changeFile(content, SITE, (text) => text.replace('tagline: Money', 'tagline: All money'))
    expect(await content.import()).toMatchObject({ changed: true, behind: { changed: 1, made: 0 } })
    const merged = await stored(content, 'site')
    expect(merged).toContain('favorites: 3')
    expect(merged).toContain('tagline: All money')
    // The file still has none of the API's: it stays with the next changes as well.
    await changeFile(content, SITE, (text) =>
      text.replace('tagline: All money', 'tagline: My money'),
    )
    await content.import()
    expect(await stored(content, 'site')).toBe(
      merged.replace('tagline: All money', 'tagline: My money'),
    )
    const { editions } = (await content.edit('GET', '/site-files/site/editions')).json()
    expect(editions.map(({ made }: { made: { origin: string } }) => made.origin)).toEqual([
      ...['files', 'files', 'api', 'files'],
    ])
  })

  test('is refused with file and line where both changed the same, until the file names the edition [F60]', async ({
    content,
  }) => {
    await editSiteFile(content, 'site', (text) =>
      text.replace('favorites: 4', 'favorites: 3').replace('tagline: Money', 'tagline: By Anna'),
    )
    await editSiteFile(content, 'info-terms', (text) =>
      text.replace('title: Terms of use', 'title: Terms'),
    )
    await changeFile(content, SITE, (text) => text.replace('favorites: 4', 'favorites: 2'))
    await changeFile(content, TERMS, (text) =>
      text.replace('title: Terms of use', 'title: The terms'),
    )
    // Those of articles are named at once.
    await content.commit('PATCH', '/articles/how-a-broad-index-etf-works', { title: 'By Anna' })
    const article = 'articles/en_US/how-a-broad-index-etf-works.md'
    const articleText = await content.folder.read(article)
    await changeFile(content, article, (text) => text.replace(/^title: .*$/m, 'title: By Boris'))
    const refusal = await refusalOf(content)
    expect(refusal).toMatch(
      /site\.yaml:7: E-CONFLICT was changed here and, through the editor API, in edition 2 by token-\w+ on 2026-12-01, which says "favorites: 3" \(all of it: GET \/site-files\/site\/editions\/2\)\. Take over what is to stay, then write # edition: 2 as a line/,
    )
    expect(refusal).toMatch(
      /terms\.md:2: E-CONFLICT .* then write edition: 2 into the front matter/,
    )
    expect(refusal).toContain(`${article}:2: E-CONFLICT title was changed here`)
    expect(await stored(content, 'site')).toContain('favorites: 3')
    await content.folder.write(article, articleText)

    await changeFile(content, SITE, (text) => `# edition: 2\n${text}`)
    await changeFile(content, TERMS, (text) => text.replace('slug:', 'edition: 2\nslug:'))
    await content.import()
    // The file wins where both have changed the same, and there only.
    expect(await stored(content, 'site')).toBe(
      (await content.folder.read(SITE)).replace('tagline: Money', 'tagline: By Anna'),
    )
    expect(await stored(content, 'info-terms')).toBe(await content.folder.read(TERMS))
    expect((await readSiteFile(content, 'site', '/editions/2')).text).toContain('favorites: 3')

    // The number was that of edition 2: what is edited later is compared again.
    await editSiteFile(content, 'site', (text) => text.replace('favorites: 2', 'favorites: 5'))
    await changeFile(content, SITE, (text) => text.replace('favorites: 2', 'favorites: 6'))
    expect(await refusalOf(content)).toContain('write # edition: 4')
  })

  test('is not compared with texts before its conflict is settled', async ({ content }) => {
    await editSiteFile(content, 'facts', (text) =>
      text.replace('What SIPC covers', 'What it covers'),
    )
    await changeFile(content, FACTS, (text) =>
      text.replace('What SIPC covers', 'What SIPC pays').replaceAll('"$250,000"', '"$250,001"'),
    )
    // It prints the former value.
    const article = 'articles/en_US/places-for-emergency-cash-rated.md'
    await changeFile(content, article, (text) => `${text.trimEnd()}\n\nOne more paragraph.\n`)
    expect((await refusalOf(content)).match(/\bE-[A-Z-]+/g)).toEqual(['E-CONFLICT'])
  })

  test('is what both say where both say the same', async ({ content }) => {
    const { text } = await editSiteFile(content, 'site', (now) => now.replace('more: 4', 'more: 3'))
    await content.folder.write(SITE, text)
    expect(await content.import()).toMatchObject({
      changed: false,
      behind: { changed: 0, made: 0 },
    })
    await changeFile(content, SITE, (now) => now.replace('more: 3', 'more: 2'))
    expect(await content.import()).toMatchObject({ changed: true, behind: { changed: 0, made: 0 } })
    expect(await stored(content, 'site')).toContain('more: 2')
  })

  test('is checked with what it becomes, not with what its file says alone', async ({
    content,
  }) => {
    await editSiteFile(content, 'site', (text) => text.replace('more: 4', 'more: 3'))
    await changeFile(content, SITE, (text) => text.replace('pageSize: 12', 'pageSize: 1200'))
    expect(await refusalOf(content)).toMatch(/site\.yaml:6: E-SCHEMA/)
  })

  test('goes with its file once its writer has seen that edit, and its text stays [F60]', async ({
    content,
  }) => {
    await content.folder.unlink()
    await content.import()
    await editSiteFile(content, 'info-terms', (text) => `${text}\nBy Anna.\n`)
    await content.folder.remove(TERMS)
    expect(await refusalOf(content)).toMatch(
      /terms\.md:1: E-CONFLICT was taken away here, and was changed through the editor API, in edition \d by token-\w+ on 2026-12-01: npm run content -- pull/,
    )
    expect(await stored(content, 'info-terms')).toContain('By Anna.')
    expect((await pull(content)).stdout).toContain(`${TERMS}: back, because it was changed`)
    const before = await content.folder.read(TERMS)
    expect(before).toMatch(/\nBy Anna\.\n$/)
    await content.import()
    await content.folder.remove(TERMS)
    await content.import()
    expect((await readSiteFile(content, 'info-terms')).status).toBe(404)
    const { editions } = (await content.edit('GET', '/site-files/info-terms/editions')).json()
    expect(editions[0]).toMatchObject({ state: 'withdrawn', ended: { origin: 'files' } })
    const last = `/editions/${editions[0].number}`
    expect((await readSiteFile(content, 'info-terms', last)).text).toContain('By Anna.')
    await content.folder.write(TERMS, before)
    await content.import()
    expect(await stored(content, 'info-terms')).toBe(before)
  })

  test('is not lost where it is saved between the reading and the writing of an import [F60]', async ({
    content,
  }) => {
    const { db } = content
    const waiting = async () =>
      (
        await sql<{ pid: number }>`
          select distinct pid from pg_locks where not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())
        `.execute(db)
      ).rows.length
    await changeFile(content, SITE, (text) => text.replace('more: 4', 'more: 3'))
    const { text, etag } = await readSiteFile(content, 'site')
    const changed = text.replace('topNotch: 4', 'topNotch: 3')
    const blocker = await db.startTransaction().execute()
    await sql`select from history for update`.execute(blocker)
    const saving = putSiteFile(content, 'site', { text: changed, seen: etag })
    await expect.poll(waiting, { interval: 10 }).toBe(1)
    // It has read what is stored, and waits for its turn behind the other edit.
    const importing = content.import()
    await expect.poll(waiting, { interval: 10, timeout: 2_500 }).toBe(2)
    await blocker.rollback().execute()
    expect((await saving).status).toBe(200)
    expect(await importing).toMatchObject({ changed: true, behind: { changed: 1, made: 0 } })
    expect(await stored(content, 'site')).toBe(changed.replace('more: 4', 'more: 3'))
  })
})

describe('a file that was made through the API', () => {
  test('stays without a file, and is no other file’s to replace [F60]', async ({ content }) => {
    await content.folder.unlink()
    const { folder } = content
    await folder.remove(TERMS)
    await content.import()
    const text =
      '---\ntitle: Terms\nslug: terms\npath: /terms\nupdatedAt: 2026-11-23T06:00:00Z\n---\n\nBy Anna.\n'
    const made = await putSiteFile(content, 'info-terms', {
      text,
      headers: { 'if-none-match': '*' },
    })
    expect(made).toMatchObject({ status: 200, number: 2 })
    await content.import()
    expect(JSON.stringify(await content.pageModel('/terms'))).toContain('By Anna.')

    await folder.write(TERMS, text.replace('By Anna.', 'By Boris.'))
    expect(await refusalOf(content)).toMatch(
      /terms\.md:1: E-CONFLICT is new here, and was made through the editor API as well \(edition 2\)/,
    )
    await folder.write(TERMS, text)
    expect(await content.import()).toMatchObject({
      changed: false,
      behind: { changed: 0, made: 0 },
    })
    await folder.write(TERMS, text.replace('By Anna.', 'By both.'))
    await content.import()
    expect(JSON.stringify(await content.pageModel('/terms'))).toContain('By both.')
  })
})

describe('ads', () => {
  const ads = (word: string, edition = '') =>
    `{${edition}"sapeData":{"sapeLinks":{"/":["<a href=\\"https://www.wikipedia.org/\\">${word}</a>"]}}}`

  test('of the API are merged with those of a file, which may name the edition', async ({
    content,
  }) => {
    const ADS = 'ads/en_US.json'
    await content.folder.write(ADS, ads('One'))
    await content.import()
    await content.commit('PUT', '/ads', JSON.parse(ads('Two')))
    await content.folder.write(ADS, ads('Three'))
    expect(await refusalOf(content)).toMatch(
      /ads\/en_US\.json:1: E-CONFLICT .* then write "edition": 2 as the first field of the file/,
    )
    await content.folder.write(ADS, ads('Three', '"edition":2,'))
    await content.import()
    expect(await stored(content, 'ads')).toBe(ads('Three', '"edition":2,'))
  })

  test('that are examples give way to those of the API', async ({ content }) => {
    const samples = 'deploy/local/samples'
    const importAll = () =>
      importContent(content.db, {
        folder: content.folder.folder,
        locale: 'en_US',
        now: content.clock.now,
        samples,
      })
    await importAll()
    await content.commit('PUT', '/ads', JSON.parse(ads('Mine')))
    await content.db
      .updateTable('source_file')
      .set({ hash: 'of-former-examples' })
      .where('path', '=', 'ads/en_US.json')
      .execute()
    await importAll()
    expect(JSON.parse(await stored(content, 'ads'))).toEqual(JSON.parse(ads('Mine')))
  })
})

describe('a pull of files of the site', () => {
  test('writes what was edited through the API, to the byte, and says so before', async ({
    content,
  }) => {
    const { text } = await editSiteFile(content, 'site', (now) =>
      now.replace('more: 4', 'more: 3 # few'),
    )
    await content.commit('PUT', '/ads', { sapeData: { sapeLinks: {} } })
    const ads = await stored(content, 'ads')
    expect(await pull(content, '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('site.yaml: changed\n2 files to write'),
    })
    expect(await pull(content)).toMatchObject({ code: 0 })
    expect(await content.folder.read(SITE)).toBe(text)
    expect(await content.folder.read('ads/en_US.json')).toBe(ads)
    expect(await content.import()).toMatchObject({
      changed: false,
      behind: { changed: 0, made: 0 },
    })
    expect(await pull(content, '--check')).toMatchObject({ code: 0 })
  })

  test('merges what has changed in both, and names file and line of what it cannot', async ({
    content,
  }) => {
    await editSiteFile(content, 'facts', (now) => now.replace('What SIPC covers', 'What it covers'))
    const mine = await changeFile(content, FACTS, (now) =>
      now.replace('What the FDIC', 'What FDIC'),
    )
    expect(await pull(content)).toMatchObject({ code: 0 })
    expect(await content.folder.read(FACTS)).toBe(
      mine.replace('What SIPC covers', 'What it covers'),
    )

    await editSiteFile(content, 'site', (now) => now.replace('more: 4', 'more: 3'))
    await changeFile(content, SITE, (now) => now.replace('more: 4', 'more: 2'))
    expect(await pull(content)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('site.yaml:8: E-CONFLICT'),
    })
  })
})
