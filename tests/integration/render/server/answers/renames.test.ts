import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleDraft } from '../../../../support/content/content-service.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const SOON = { timeout: 20_000, interval: 50 }

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
}, 120_000)
afterAll(() => site.close())

/** The addresses at which a reader arrives one after the other, until a page answers. */
async function wayFrom(address: string): Promise<string[]> {
  const way = [address]
  for (let at = address; way.length < 5; way.push(at)) {
    const { status, headers } = await rawRequest(site.url, at)
    if (status === 200) return way
    at = new URL(String(headers.location), site.url).pathname
  }
  return way
}

test('three renames at once, of which the last is the first address, lead every reader there [A18, B1]', async () => {
  await site.edit('PUT', '/articles/first', articleDraft({ title: 'Renamed thrice' }))
  await expect.poll(() => wayFrom('/articles/first'), SOON).toEqual(['/articles/first'])
  for (const [from, to] of [
    ['first', 'second'],
    ['second', 'third'],
    ['third', 'first'],
  ]) {
    await site.edit('PATCH', `/articles/${from}`, { slug: to })
    // A page of each is stored, and has to be replaced.
    await rawRequest(site.url, `/articles/${from}`)
  }
  for (const former of ['second', 'third']) {
    await expect
      .poll(() => wayFrom(`/articles/${former}`), SOON)
      .toEqual([`/articles/${former}`, '/articles/first'])
  }
  expect(await wayFrom('/articles/first')).toEqual(['/articles/first'])
})

test('a search finds an article by its title of now, and not by a former one [B20]', async () => {
  const found = async (words: string): Promise<number> => {
    const { text } = await rawRequest(site.url, `/api/search?q=${encodeURIComponent(words)}`)
    return JSON.parse(text).total
  }
  await site.edit('PUT', '/articles/titled', articleDraft({ title: 'Quillwork of before' }))
  await expect.poll(() => found('quillwork'), SOON).toBe(1)
  await site.edit('PATCH', '/articles/titled', { title: 'Marquetry of now' })
  await expect.poll(() => found('marquetry'), SOON).toBe(1)
  await expect.poll(() => found('quillwork'), SOON).toBe(0)
})
