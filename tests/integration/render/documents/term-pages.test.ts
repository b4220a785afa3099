import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const WAIT = { timeout: 20_000, interval: 50 }

let site: WiredSite
let made: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  made = await makeFolder()
  site = await wireSite({ contentFolder: made.folder })
})
afterAll(async () => {
  await site.close()
  await made.dispose()
})

const ask = (address: string) => rawRequest(site.url, address)
const get = async (address: string) => (await ask(address)).text.replaceAll('<!-- -->', '')
const publish = (slug: string, changes: object) =>
  site.edit(
    'PUT',
    `/articles/${slug}`,
    articleDraft({ title: `About ${slug}`, author: 'Author 1', ...changes }),
  )

test('readers, programs and search engines find a term at its address', async () => {
  await publish('loans', {
    terms: [{ term: 'loan', also: ['loans', 'credit'], definition: 'Money that is given back.' }],
    answer: 'A loan has to be paid back.',
  })
  await publish('houses', { body: 'Many need a loan for it.' })
  await expect.poll(() => get('/terms/loan'), WAIT).toContain('href="/articles/houses"')

  const page = await get('/terms/loan')
  expect(page).toContain('<h1>Loan</h1>')
  expect(page).toContain('<p class="standfirst">Money that is given back.</p>')
  expect(page).toContain('Also:<span>credit</span>')
  expect(page).toContain('<b>In short:</b> A loan has to be paid back.')
  expect(page).toContain('<a class="arrow-link" href="/articles/loans">Read: About loans</a>')
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="/terms/loan.md"')
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
  const graph: Record<string, unknown>[] = JSON.parse(json)['@graph']
  expect(graph.find((node) => node['@type'] === 'DefinedTerm')).toMatchObject({
    name: 'Loan',
    description: 'Money that is given back.',
    alternateName: ['loans', 'credit'],
  })

  expect(await get('/terms/loan.md')).toContain(
    '\n# Loan\n\nMoney that is given back.\n\nA loan has to be paid back.\n\n- [About loans](',
  )
  expect(await get('/page-data/terms/loan/page-data.json')).toContain('"kind":"term"')
  await expect.poll(() => get('/sitemaps/pages.xml'), WAIT).toContain('/terms/loan</loc>')
  expect(await get('/articles/houses')).toMatch(
    /<a class="term" href="\/terms\/loan" aria-describedby="term_1">loan<\/a>/,
  )
  expect((await ask('/terms/no-such')).status).toBe(404)
})

test('a term that is gone leads to its article, and is gone with it', async () => {
  await site.edit('PATCH', '/articles/loans', {
    terms: [{ term: 'credit', definition: 'Money that is given back.' }],
  })
  await expect.poll(async () => (await ask('/terms/loan')).status, WAIT).toBe(301)
  expect((await ask('/terms/loan')).headers.location).toBe('/articles/loans')
  await site.edit('DELETE', '/articles/loans')
  for (const path of ['/terms/loan', '/terms/credit', '/terms/credit.md']) {
    await expect.poll(async () => (await ask(path)).status, WAIT).toBe(410)
  }
})
