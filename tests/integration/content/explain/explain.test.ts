import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TermDraft } from '../../../../services/content/drafts/article-draft.ts'
import { EDIT_KINDS, explainEdits } from '../../../../services/content/explain/explain-edits.ts'
import { groupPages } from '../../../../services/content/explain/why-rebuilt.ts'
import { addressOf } from '../../../../services/shared/addresses/topic-address.ts'
import { fillStore, findStale } from '../../../support/pages/stored-pages.ts'
import { importChanged } from '../../../support/site/import-changed.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const COMMAND = path.resolve(import.meta.dirname, '../../../../services/content/content-command.ts')
const SLUG = 'how-a-broad-index-etf-works'
const PAGE = `/articles/${SLUG}`
const NOWHERE = 'http://127.0.0.1:1'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
  await fillStore(site)
  await untilFresh()
})
afterAll(() => site.close())

const untilFresh = () =>
  vi.waitFor(async () => expect(await findStale(site)).toEqual([]), { timeout: 30_000 })

const explain = (slug: string) =>
  explainEdits(
    {
      content: {
        name: 'The content service',
        url: site.contentUrl,
        token: site.token,
        remedy: '',
        tokenRemedy: '',
      },
      worker: { name: 'The render worker', url: site.workerUrl, remedy: '', tokenRemedy: '' },
    },
    slug,
  )

async function draft(article: string) {
  const answer = await fetch(new URL(article, site.contentUrl), {
    headers: { authorization: `Bearer ${site.token}` },
  })
  return Value.Parse(
    Type.Object({
      title: Type.String(),
      body: Type.String(),
      terms: Type.Array(TermDraft),
    }),
    await answer.json(),
  )
}

async function run(
  subject: string | undefined,
  env: Record<string, string> = {},
  more: readonly string[] = [],
) {
  const child = spawn(
    process.execPath,
    [COMMAND, 'explain', ...(subject ? [subject] : []), ...more],
    {
      env: {
        ...process.env,
        CONTENT_URL: site.contentUrl,
        WORKER_URL: site.workerUrl,
        EDITOR_TOKEN: site.token,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [said, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, said, complaints }
}

describe('npm run content -- explain', () => {
  test('lists the pages of each kind of edit, with reasons and counts', async () => {
    const { code, said, complaints } = await run(SLUG)
    expect([code, complaints]).toEqual([0, ''])
    expect(said).toMatch(/^What an edit of ".+" \(\/articles\/how-a-broad-index-etf-works\) would/)
    for (const name of [
      'Its text',
      'Its description',
      'Its title',
      'Its definitions',
      'Its withdrawal',
    ]) {
      expect(said).toMatch(new RegExp(`^${name}: \\d+ pages?$`, 'm'))
    }
    expect(said).toContain(`  its own page\n    ${PAGE}\n`)
    expect(said).toMatch(/^ {2}shows the card of the article \(\d+\)$/m)
    expect(said).not.toMatch(/^ {2}read /m)
  })

  test('is right: each edit rebuilds the pages that it listed', async () => {
    const { edits } = await explain(SLUG)
    for (const { name, answer } of edits) {
      const kind = EDIT_KINDS.find((known) => known.name === name)
      const change = kind?.change?.(await draft(PAGE))
      site.rendered.length = 0
      await site.edit(change ? 'PATCH' : 'DELETE', PAGE, change)
      const named = answer.pages
        .map((page) => page.path)
        .filter(isPage)
        .map(addressOf)
        .sort()
      const isSo = () => expect([...new Set(site.rendered)].sort(), name).toEqual(named)
      await vi.waitFor(isSo, { timeout: 10_000 })
      await untilFresh()
      isSo()
      expect(groupPages(answer.pages, PAGE).flatMap(({ paths }) => paths)).toHaveLength(
        answer.total,
      )
    }
  })

  test('lists the pages that mention a term of the article', async () => {
    const entry = 'gross-net-pretax-aftertax-nominal-real'
    const { edits } = await explain(entry)
    const answer = edits.find(({ name }) => name === 'its definitions')?.answer
    const groups = groupPages(answer?.pages ?? [], `/articles/${entry}`)
    expect(groups.map(({ reason }) => reason)).toEqual([
      'mentions a term that the article explains',
      'lists a term that the article explains',
      'is of a term that the article explains or uses, or of its neighbour',
    ])
    expect(groups[0]?.paths).toContain('/articles/how-to-read-inflation-figures')
  })

  test('stores nothing', async () => {
    const other = 'what-owning-a-share-gives-you'
    const before = await draft(`/articles/${other}`)
    await explain(other)
    expect(await draft(`/articles/${other}`)).toEqual(before)
  })

  test('finds the edit that rebuilt a page, of any kind', async () => {
    const { revision } = await importChanged(
      site.renderDatabase.url,
      'categories/en_US.yaml',
      (text) => text.replace('title: Expert advice', 'title: Advice of experts'),
    )
    const isExplained = (path: string, reason: string) =>
      vi.waitFor(
        async () => {
          const { code, said, complaints } = await run(path)
          expect([code, complaints]).toEqual([0, ''])
          const [heading, newest] = said.split('\n\n')
          expect(heading).toContain(`${path} shows revision ${revision}. These edits changed`)
          expect(newest).toMatch(new RegExp(`^Revision ${revision}, [^,]+: the page\n`))
          expect(newest).toMatch(new RegExp(`: the page\n  ${reason}$`))
        },
        { timeout: 20_000, interval: 200 },
      )
    await isExplained(
      '/expert-advice',
      'has header, footer and menu, as all pages have \\(shell\\)',
    )
    await isExplained(
      '/expert-advice/feed.atom',
      'shows titles of categories \\(category-title:expert-advice\\)',
    )
  })

  test('tells whether one edit rebuilt a page', async () => {
    const page = '/articles/what-owning-a-share-gives-you'
    const { title, body } = await draft(page)
    const revision = await site.edit('PATCH', page, { body: `${body}\n\nAnd no more.` })
    const about = await run('/info/about-us', {}, [String(revision)])
    expect(about.said).toMatch(
      new RegExp(`It read none of the tags that revision ${revision}, \\S+, touched:\n\n`),
    )
    expect(about.said).toMatch(/^ {2}article:[0-9a-f-]+$/m)
    const own = await run(page, {}, [String(revision)])
    expect(own.said).toMatch(/^ {2}shows the text of an article \(article:\S+ ".+"\)$/m)
    expect(own.said).toContain(`"${title}"`)
    expect(await run('/', {}, [String(revision + 1)])).toMatchObject({
      code: 1,
      complaints: `There is no edit with the revision ${revision + 1}, or it is not kept any more\n`,
    })
    expect(await run('/', {}, ['newest'])).toMatchObject({ code: 2 })
  })

  test.each([
    ['http://127.0.0.1:8080/expert-advice/?from=mail#news', '/expert-advice'],
    ['/expert-advice/', '/expert-advice'],
    ['https://finlore.example', '/'],
    ['/expert-advice/feed.json', '/expert-advice/feed.json'],
    ['/feed.json', '/feed.json'],
    ['/llms.txt', '/llms.txt'],
    [`${PAGE}.md`, `${PAGE}.md`],
  ])('explains %s by the page that it is stored with', async (address, path) => {
    const { said, complaints } = await run(address)
    expect(complaints).toBe('')
    expect(said).toMatch(new RegExp(`^${path} shows revision \\d+\\.`))
  })

  test('needs no token for a path', async () => {
    const env = { EDITOR_TOKEN: '', DATA_DIR: '/nowhere' }
    expect(await run('/info/about-us', env)).toMatchObject({ code: 0, complaints: '' })
    expect(await run(SLUG, env)).toMatchObject({
      code: 1,
      complaints: expect.stringMatching(/^There is no editor token in \/nowhere/),
    })
  })

  test.each([
    [
      'the content service',
      { CONTENT_URL: NOWHERE },
      `The content service does not answer at ${NOWHERE}. Start the site with npm start, or set CONTENT_PORT or CONTENT_URL to where it runs.\n`,
    ],
    [
      'the render worker',
      { WORKER_URL: NOWHERE },
      `The render worker does not answer at ${NOWHERE}. Start the site with npm start, or set WORKER_PORT or WORKER_URL to where it runs.\n`,
    ],
  ])('reports that %s does not run, and how to start it', async (_name, env, complaints) => {
    const other = 'what-owning-a-share-gives-you'
    expect(await run(other, env)).toEqual({ code: 1, said: '', complaints })
  })

  test('reports what is wrong with its arguments', async () => {
    expect(await run(undefined)).toMatchObject({
      code: 1,
      complaints: expect.stringMatching(/^Name an article: /),
    })
    expect(await run('/no-such-page')).toMatchObject({
      code: 1,
      complaints: 'No page is stored at /no-such-page\n',
    })
    expect(await run('no-such-article')).toMatchObject({
      code: 1,
      complaints: `There is no article "no-such-article" at ${site.contentUrl}\n`,
    })
    expect(await run(SLUG, { EDITOR_TOKEN: 'another-token-for-tests' })).toMatchObject({
      code: 1,
      complaints: expect.stringMatching(/does not accept this token\. Set EDITOR_TOKEN/),
    })
  })
})

/** Site maps, feeds and what all pages share are made of no page. */
const isPage = (stored: string) => !/\.(?:xml|atom)$/.test(stored) && stored !== '/shell.json'
