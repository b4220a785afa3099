import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

let site: WiredSite
let made: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  made = await makeFolder({})
  site = await wireSite({ contentFolder: made.folder })
})
afterAll(async () => {
  await site.close()
  await made.dispose()
})

const get = (address: string) => rawRequest(site.url, address)
const SENTENCE = 'The browser keeps the list of saved articles, so this page needs JavaScript.'

test('the page of saved articles says what it needs, and is no page for search engines', async () => {
  const { status, text } = await get('/saved')
  expect(status).toBe(200)
  expect(text).toContain('<h1>Saved articles</h1>')
  expect(text).toContain(SENTENCE)
  expect(text).toContain('<meta name="robots" content="noindex, follow"')
  expect((await get('/saved?lite')).text).toContain(SENTENCE)
  const map = await get('/sitemaps/pages.xml')
  expect(map.status).toBe(200)
  expect(map.text).toContain('/sitemap<')
  expect(map.text).not.toContain('/saved')
})

test('an article has a button for it, which a light page, without scripts, has not', async () => {
  expect((await get('/articles/clean')).text).toContain('data-save="/articles/clean"')
  const light = (await get('/articles/clean?lite')).text
  expect(light).not.toContain('Save for later')
})
