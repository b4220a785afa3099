import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { findStale, readStore } from '../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const draftOf = (title: string, corrections: object[]) =>
  articleDraft({ title, author: 'Author 1', corrections })

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

test('the page of corrections lists those of all articles, the newest first', async () => {
  expect(await get('/corrections')).toContain('Nothing had to be corrected yet.')
  await site.edit(
    'PUT',
    '/articles/older',
    draftOf('Older', [{ on: '2025-12-30', was: 'ten', is: 'twelve' }]),
  )
  await site.edit(
    'PUT',
    '/articles/newer',
    draftOf('Newer', [{ on: '2026-01-02', was: 'in 2023', is: 'in 2024' }]),
  )
  await expect.poll(() => get('/corrections'), WAIT).toMatch(/2026<\/h2>[\s\S]*2025<\/h2>/)
  const page = await get('/corrections')
  expect(page).toContain('<a href="/articles/newer#article-corrections">Newer</a>')
  expect(page).toMatch(/<del>in 2023<\/del>.{0,60}<ins>in 2024<\/ins>[\s\S]*<del>ten<\/del>/)
  expect(await get('/articles/newer')).toContain('<a href="/corrections">All corrections</a>')
  expect(await get('/sitemaps/pages.xml')).toContain('/corrections</loc>')
  expect(await get('/page-data/corrections/page-data.json')).toContain('in 2023')
})

test('it is there in Markdown as well', async () => {
  const text = await get('/corrections.md')
  expect(text).toMatch(
    /\n\n- 2026-01-02, \[Newer\]\(https?:[^)]+\/articles\/newer\): ~~in 2023~~ → in 2024\n- 2025-12-30, \[Older\]\(https?:[^)]+\/articles\/older\): ~~ten~~ → twelve\n$/,
  )
  expect(await get('/corrections')).toContain('type="text/markdown" href="/corrections.md"')
})

test('its feed has the same, the newest first, and the page leads to it', async () => {
  const feed = await get('/corrections/feed.atom')
  const [newer, older] = feed.match(/<entry>[\s\S]*?<\/entry>/g) ?? []
  expect(newer).toMatch(/<link href="[^"]+\/articles\/newer"\/>/)
  expect(newer).toContain('<summary>in 2023 → in 2024</summary>')
  expect(newer).toContain('<published>2026-01-02T00:00:00.000Z</published>')
  expect(older).toContain('<summary>ten → twelve</summary>')
  expect(JSON.parse(await get('/corrections/feed.json')).items).toHaveLength(2)
  expect(await get('/corrections')).toContain('href="/corrections/feed.atom"')
})

test('it is made again when corrections change or their article goes, and at no other edit', async () => {
  const madeAt = async () => (await readStore(site)).get('/corrections')?.made
  await expect.poll(() => findStale(site), WAIT).toEqual([])
  const before = await madeAt()
  await site.edit('PATCH', '/articles/newer', { body: 'Another text.' })
  await expect.poll(() => get('/articles/newer'), WAIT).toContain('Another text.')
  await expect.poll(() => findStale(site), WAIT).toEqual([])
  expect(await madeAt()).toBe(before)

  await site.edit('PATCH', '/articles/newer', {
    corrections: [{ on: '2026-01-02', was: 'in 2022', is: 'in 2024' }],
  })
  await expect.poll(() => get('/corrections'), WAIT).toContain('<del>in 2022</del>')
  await expect.poll(() => get('/corrections/feed.atom'), WAIT).toContain('in 2022 → in 2024')
  await site.edit('DELETE', '/articles/newer')
  await expect.poll(() => get('/corrections'), WAIT).not.toContain('/articles/newer')
  expect(await get('/corrections')).toContain('<del>ten</del>')
})
