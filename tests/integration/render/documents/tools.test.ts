import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import {
  fillStore,
  findOldPages,
  findStale,
  readStore,
} from '../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const PATH = '/articles/loans'
const exampleOf = (caption: string) => `: ${caption} {#payment example}

| Your numbers | Value |
|---|---:|
| The loan & its costs | [$120,000](<input: loan, 1000 to 900000 by 1000>) |
| Years | [10](<input: years, 1 to 40>) |
| A year | [$12,000](<calc: loan / years>) |
| **A month** | [$1,000](<calc: loan / years / 12>) |
`

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

const get = async (address: string) =>
  (await rawRequest(site.url, address)).text.replaceAll('<!-- -->', '')

/** The paths of the pages that an edit makes again. */
async function pagesMadeBy(method: 'PUT' | 'PATCH' | 'DELETE', body?: object): Promise<string[]> {
  await expect.poll(() => findStale(site), WAIT).toEqual([])
  const before = await readStore(site)
  await site.edit(method, PATH, body)
  // Answers that former pages name are kept as they were.
  const old = async () => (await findOldPages(site)).filter((at) => !at.includes('/sq/d/'))
  await expect.poll(old, WAIT).toEqual([])
  return [...(await readStore(site))].flatMap(([path, { made }]) =>
    before.get(path)?.made === made ? [] : path,
  )
}

test('the page of tools lists each example where it is, while there is one', async () => {
  expect(await get('/tools')).toContain('There is no calculator here yet.')
  expect(await get('/')).not.toContain('href="/tools"')

  await site.edit(
    'PUT',
    PATH,
    articleDraft({ title: 'Loans', author: 'Author 1', body: exampleOf('The payment') }),
  )
  await expect.poll(() => get('/tools'), WAIT).toContain('<a href="/articles/loans#payment">')
  const page = await get('/tools')
  expect(page).toContain('<a href="/articles/loans#payment">The payment</a>')
  expect(page).toContain('<p>Your numbers: The loan &amp; its costs; Years.</p>')
  expect(page).toContain('<p>Result: A month.</p>')
  expect(page).toContain('<p>Article: <a href="/articles/loans">Loans</a></p>')
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="/tools.md"')
  expect(await get('/tools.md')).toMatch(
    /\n## \[[^\]]+\]\(https?:[^)]+\)\n\n- \[The payment\]\(https?:\/\/[^)]+\/articles\/loans#payment\): The loan & its costs, Years → A month \(\[Loans\]\(https?:\/\/[^)]+\/articles\/loans\)\)\n/,
  )
  expect(await get('/articles/loans')).toContain('id="payment"')
  expect(await get('/sitemaps/pages.xml')).toContain('/tools</loc>')
  expect(await get('/page-data/tools/page-data.json')).toContain('/articles/loans#payment')
  // Menu and footer of every page, and the home page itself: at its top and beside its examples.
  await expect
    .poll(async () => (await get('/authors')).split('href="/tools"'), WAIT)
    .toHaveLength(3)
  await expect.poll(async () => (await get('/')).split('href="/tools"'), WAIT).toHaveLength(5)
})

test('it is made again when an example changes, begins or ends, and at no other edit', async () => {
  await fillStore(site)
  expect(await pagesMadeBy('PATCH', { body: `${exampleOf('The payment')}\nMore.` })).not.toContain(
    '/tools',
  )
  const changed = await pagesMadeBy('PATCH', { body: exampleOf('The rate') })
  expect(changed).toContain('/tools')
  expect(changed).not.toContain('/authors')
  expect(await get('/tools')).toContain('<a href="/articles/loans#payment">The rate</a>')

  expect(await pagesMadeBy('DELETE')).toEqual(expect.arrayContaining(['/tools', '/authors']))
  expect(await get('/tools')).toContain('There is no calculator here yet.')
  expect(await get('/authors')).not.toContain('href="/tools"')
})
