import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const GUIDES = `- slug: first-job
  title: First job
  description: For those who earn for the first time.
  steps:
    - { article: clean, why: It says what to keep. }
    - { article: other, why: It says what to leave. }
`
const BROWSERS_SEARCH =
  '<link rel="search" type="application/opensearchdescription+xml" title="Test" href="/opensearch.xml">'

let site: WiredSite
let made: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  made = await makeFolder({ 'guides/en_US.yaml': GUIDES })
  site = await wireSite({ contentFolder: made.folder })
})
afterAll(async () => {
  await site.close()
  await made.dispose()
})

const get = async (address: string) => (await rawRequest(site.url, address)).text

test('readers begin at the home page, and find the steps of each guide in their order', async () => {
  expect(await get('/')).toContain(
    '<li><a href="/guides#first-job">First job</a><p>For those who earn for the first time.</p></li>',
  )
  const page = await get('/guides')
  expect(page).toContain('<h2 id="first-job">First job</h2>')
  expect(page).toMatch(
    /<ol><li><a href="\/articles\/clean">.*?<\/a><p>It says what to keep.<\/p><\/li><li><a href="\/articles\/other">/,
  )
})

test('an article leads on in the guide in which it stands, and its last one to other guides', async () => {
  expect(await get('/articles/clean')).toMatch(
    /<nav class="next-in-guides" aria-label="Guides"><div><p><a href="\/guides#first-job">First job<\/a> · step 1 of 2<\/p><p>Next: <a href="\/articles\/other">[^<]+<\/a><\/p><\/div><\/nav>/,
  )
  expect(await get('/articles/other')).toContain(
    'step 2 of 2</p><p>This was the last step. <a href="/guides">Other guides</a></p></div></nav>',
  )
  expect(await get('/articles/clean?lite')).toContain('<p>Next: <a href="/articles/other')
})

test('browsers are offered the search where readers begin or search, and nowhere else', async () => {
  for (const address of ['/', '/search?q=money']) {
    expect(await get(address), address).toContain(BROWSERS_SEARCH)
  }
  for (const address of ['/guides', '/articles/clean']) {
    expect(await get(address), address).not.toContain('rel="search"')
  }
})
