import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { scheduleFacts } from '../../../../services/content/edits/facts-day.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { INSURED, makeFactFolder } from '../../../support/content/fact-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import {
  fillStore,
  findOldPages,
  findStale,
  readStore,
} from '../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const WAIT = { timeout: 20_000, interval: 50 }
/** It ends on a day that the clock of this machine does not reach. */
const LIMIT = `- fact: 401k-limit
  title: What an employee may put into a 401(k) in a year
  subject: Retirement accounts
  source: { title: "A notice, of the year", url: https://www.example.org/limits }
  values:
    - { from: 2025-01-01, is: '$23,500' }
    - { from: 2026-01-01, is: '$24,500', until: 2098-12-31 }
`
const NOTE = '(valid until 31 December 2098; the figure for 2099 is not entered yet)'

let site: WiredSite
let made: Awaited<ReturnType<typeof makeFactFolder>>
beforeAll(async () => {
  made = await makeFactFolder(LIMIT + INSURED, {
    saving: 'A worker may put [$24,500](fact:401k-limit) into a plan.',
    history: 'In 2025 it was [$23,500](fact:401k-limit@2025).',
    insured: 'The FDIC insures [$250,000](fact:fdic-limit).',
  })
  site = await wireSite({ contentFolder: made.folder })
})
afterAll(async () => {
  await site.close()
  await made.dispose()
})

const get = (address: string) => rawRequest(site.url, address)

test('the page of facts has each with its value, days, source, history and articles', async () => {
  const { status, text } = await get('/facts')
  expect(status).toBe(200)
  const seen = text.replaceAll(/<!-- -->/g, '')
  expect(seen).toContain(
    '<h3 id="fdic-limit">What the FDIC insures for a depositor at one bank</h3>',
  )
  expect(seen).toContain('<a href="#subject_retirement-accounts">Retirement accounts</a>')
  expect(seen).toMatch(/<h2 id="subject_retirement-accounts"[^>]*>Retirement accounts<\/h2>/)
  expect(seen).toMatch(/<h2 id="other_facts"[^>]*>Other figures<\/h2>/)
  expect(seen).toMatch(
    /<strong>\$250,000<\/strong><\/p><div class="fact-details"><p>since <time dateTime="2008-10-03">/i,
  )
  expect(seen).toContain('<a href="https://www.example.org/limits" rel="noopener">')
  expect(seen).toMatch(/<td>\$23,500<\/td>/)
  expect(seen).toContain('<a href="/articles/history">')
  expect(seen).not.toContain('the next figure is not entered yet')
  expect(seen).toMatch(/<link rel="alternate" type="text\/csv" href="\/facts.csv"/)
  // Header and footer of every page lead to it, and the site map names it.
  expect((await get('/articles/saving')).text.match(/<a [^>]*href="\/facts"/g)).toHaveLength(2)
  expect((await get('/sitemaps/pages.xml')).text).toContain('/facts</loc>')
})

test('the same facts are there as JSON and as CSV', async () => {
  const json = await get('/facts.json')
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(json.text)).toMatchObject({
    version: 1,
    facts: [
      {
        fact: '401k-limit',
        url: 'https://finlore.example/facts#401k-limit',
        subject: 'Retirement accounts',
        value: { is: '$24,500', from: '2026-01-01', until: '2098-12-31' },
        articles: [
          { url: 'https://finlore.example/articles/history' },
          { url: 'https://finlore.example/articles/saving' },
        ],
      },
      { fact: 'fdic-limit' },
    ],
  })
  const csv = await get('/facts.csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
    '"fact","title","value","from","until","source","source_url","subject"',
    '"401k-limit","What an employee may put into a 401(k) in a year","$24,500","2026-01-01","2098-12-31","A notice, of the year","https://www.example.org/limits","Retirement accounts"',
  ])
})

test('and as Markdown, with each value, its days and its source', async () => {
  const { status, headers, text } = await get('/facts.md')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(text).toMatch(/^---\ntitle: ".+"\n[\s\S]*\nurl: "https:\/\/finlore\.example\/facts"\n/)
  expect(text).toContain(
    '## Retirement accounts\n\n### What an employee may put into a 401(k) in a year\n\n- 2026-01-01/2098-12-31: $24,500, [A notice, of the year](<https://www.example.org/limits>)\n- 2025-01-01/',
  )
  expect(text).toContain('- 2008-10-03/..: $250,000')
  expect(text).toContain('\n## What the FDIC insures')
  expect(text).toContain('](https://finlore.example/articles/saving)')
  const page = (await get('/facts')).text
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="/facts.md"')
  expect((await get('/llms.txt')).text).toContain('/facts, /tools and /corrections')
})

test('when the year ends, exactly the pages that show the fact say so to every reader', async () => {
  await fillStore(site)
  await expect.poll(() => findStale(site), WAIT).toEqual([])
  expect((await get('/articles/saving')).text).toContain('may put $24,500 into')
  const store = connect<Database>(site.databaseUrl, { schema: CONTENT_SCHEMA })
  const before = await readStore(site)
  const job = scheduleFacts(
    store.write,
    (error) => {
      throw error
    },
    { everyMs: 5, now: () => new Date('2099-01-02T12:00:00Z') },
  )
  try {
    await vi.waitFor(async () => {
      expect((await get('/articles/saving')).text).toContain(`${NOTE}</span> into a plan.`)
      expect((await get('/articles/saving.md')).text).toContain(`may put $24,500 ${NOTE} into`)
      expect((await get('/feed.json')).text).toContain(`may put $24,500 ${NOTE} into`)
      expect((await get('/facts')).text).toContain('the next figure is not entered yet')
    }, WAIT)
    expect((await get('/facts.json')).text).toContain('"ended": true')
    expect((await get('/facts.md')).status).toBe(200)
    expect((await get('/articles/insured')).text).toContain('insures $250,000.')
    await expect.poll(() => findStale(site), WAIT).toEqual([])
    const written = [...(await readStore(site))].filter(
      ([path, { made }]) => before.get(path)?.made !== made,
    )
    expect(written.map(([path]) => path).sort()).toEqual([
      '/articles/saving',
      '/expert-advice/feed.atom',
      '/facts',
      '/feed.atom',
    ])
    expect(await findOldPages(site)).toEqual([])
  } finally {
    await job.stop()
    await store.close()
  }
})
