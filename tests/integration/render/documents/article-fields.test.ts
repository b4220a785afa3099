import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const PATIENCE = { timeout: 10_000, interval: 50 }
const PATH = '/articles/complaints'
const DRAFT = articleDraft({
  body: 'Complaints rose, as [the FTC](source:ftc-2024) says.',
  answer: 'Most people complain about fees.',
  checkedAt: '2026-01-03',
  validFor: 2026,
  corrections: [{ on: '2026-01-02', was: 'in 2023', is: 'in 2024' }],
  sources: [{ title: 'FTC, 2024', url: 'https://ftc.example/2024', key: 'ftc-2024' }],
})

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

test('readers see the answer, the check, the corrections and which source bears a sentence', async () => {
  await site.edit('PUT', PATH, DRAFT)
  const { status, text: html } = await rawRequest(site.url, PATH)
  expect(status).toBe(200)
  const page = html.replaceAll('<!-- -->', '')
  expect(page).toMatch(/<p class="answer"><b>In short:<\/b> Most people complain about fees\.<\/p>/)
  expect(page).toMatch(/Checked against its sources:.{0,20}<time dateTime="2026-01-03/i)
  expect(page).toContain('Its limits and rates are those of 2026.')
  expect(page).toMatch(/<del>in 2023<\/del>.{0,60}<ins>in 2024<\/ins>/)
  expect(page).toContain('<a href="#source-ftc-2024">the FTC</a>')
  expect(page).toContain('<li id="source-ftc-2024"><a href="https://ftc.example/2024"')

  const { text } = await rawRequest(site.url, `${PATH}.md`)
  expect(text).toContain('validFor: 2026')
  expect(text).toContain('answer: "Most people complain about fees."')
  expect(text).toContain('as [the FTC](<https://ftc.example/2024>) says')
})

test('readers see that an article was updated where an editor says what was changed, and not after a comma', async () => {
  const told = '/articles/told'
  await site.edit('PUT', told, articleDraft({ title: 'What is told' }))
  const pageOf = async () => (await rawRequest(site.url, told)).text.replaceAll('<!-- -->', '')
  /** When it was updated, as page, Markdown, feeds and site map say. */
  async function modifiedIn(): Promise<(string | undefined)[]> {
    const found: [address: string, begins: string, time: RegExp][] = [
      [told, '<head>', /"dateModified":"([^"]+)"/],
      [`${told}.md`, '---', /updatedAt: "?([^"\n]+)/],
      ['/feed.json', '"id":', /"date_modified":"([^"]+)/],
      ['/feed.atom', '<entry>', /<updated>([^<]+)/],
      ['/sitemaps/articles-1.xml', '<url>', /<lastmod>([^<]+)/],
    ]
    const times = found.map(async ([address, begins, time]) => {
      const { text } = await rawRequest(site.url, address)
      const part = text.split(begins).find((one) => one.includes('told')) ?? ''
      const [, at = 'never'] = time.exec(part) ?? []
      return new Date(at).toISOString()
    })
    return Promise.all(times)
  }
  await expect.poll(async () => new Set(await modifiedIn()).size, PATIENCE).toBe(1)
  const before = await modifiedIn()
  expect(await pageOf()).not.toContain('What has changed')

  await site.edit('PATCH', told, { body: 'A comma, then.' })
  await expect.poll(pageOf).toContain('A comma, then.')
  const feed = async () => (await rawRequest(site.url, '/feed.json')).text
  await expect.poll(feed, PATIENCE).toContain('A comma, then.')
  expect(await modifiedIn()).toEqual(before)

  const note = 'The limits of 2027 & what they mean.'
  await site.edit('PATCH', told, { body: 'The limits of 2027.', note })
  await expect.poll(pageOf).toContain('The limits of 2027.')
  const page = await pageOf()
  const today = new Date().toISOString().slice(0, '2026-12-01'.length)
  await expect.poll(async () => new Set(await modifiedIn()).size, PATIENCE).toBe(1)
  const [after = ''] = await modifiedIn()
  expect(after > String(before[0])).toBe(true)
  expect(page).toMatch(/<h2[^>]*>What has changed<\/h2>/)
  expect(page).toMatch(
    new RegExp(
      `<time dateTime="${today}[^]{0,80}<p>The limits of 2027 &amp; what they mean\\.</p>`,
    ),
  )
  expect((await rawRequest(site.url, `${told}.md`)).text).toContain(`"text":"${note}"`)
  const summary = `${today}: ${note} — `
  await expect
    .poll(async () => (await rawRequest(site.url, '/feed.json')).text)
    .toContain(`"summary":"${summary}`)
  await expect
    .poll(async () => (await rawRequest(site.url, '/feed.atom')).text)
    .toContain(`<summary>${summary.replace('&', '&amp;')}`)
})
