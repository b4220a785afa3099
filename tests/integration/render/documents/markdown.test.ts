import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const SHARE = '/articles/what-owning-a-share-gives-you'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

const get = (address: string) => rawRequest(site.url, address)

describe('the Markdown form of an article', () => {
  const TITLE = 'Shares, in other words'

  test('is linked from the page and llms.txt, and has noindex', async () => {
    const page = await get(SHARE)
    expect(page.text).toContain(`<link rel="alternate" type="text/markdown" href="${SHARE}.md"`)
    expect((await get('/llms.txt')).text).toContain('/articles/….md')
    const twin = await get(`${SHARE}.md`)
    expect([twin.status, twin.headers['content-type']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(twin.headers['x-robots-tag']).toBe('noindex')
    expect(page.headers).not.toHaveProperty('x-robots-tag')
  })

  test('has the numbers of the page, and nothing of their formulas', async () => {
    const path = '/articles/compound-growth-with-worked-numbers'
    const page = await get(path)
    expect(page.text).toContain('>$26,533</span></td>')
    expect(page.text).not.toContain('calc:')
    const { text } = await get(`${path}.md`)
    expect(text).toContain('| 20 years | $20,000 | $26,533 | $6,533 |')
    expect(text).not.toContain('calc:')
    // What browsers need for changing them is in the page alone.
    const feed = await get('/feed.json')
    for (const other of [text, feed.text]) expect(other).not.toMatch(/data-(?:calc|input|example)/)
  })

  test('follows edits, a new address and the withdrawal of its article', async () => {
    const article = {
      title: 'A share',
      author: 'Eleanor Whitcombe',
      body: '**Bold** words.',
      entities: [{ category: 'expert-advice' }],
    }
    await site.edit('PUT', '/articles/twin', article)
    expect((await get('/articles/twin.md')).text).toMatch(/\n# A share\n\n\*\*Bold\*\* words\.\n$/)
    await site.edit('PATCH', '/articles/twin', { title: TITLE })
    await vi.waitFor(async () => {
      expect((await get('/articles/twin.md')).text).toContain(`\n# ${TITLE}\n`)
    }, 10_000)
    await site.edit('PATCH', '/articles/twin', { slug: 'twin-moved' })
    await vi.waitFor(async () => {
      const { status, headers } = await get('/articles/twin.md')
      expect([status, headers.location]).toEqual([301, '/articles/twin-moved.md'])
    }, 10_000)
    await site.edit('DELETE', '/articles/twin-moved')
    await vi.waitFor(async () => {
      expect((await get('/articles/twin-moved.md')).status).toBe(410)
    }, 10_000)
  })

  test.each(['/articles/no-such-article.md', '/authors.md', '/articles/a/b.md'])(
    'does not exist at %s',
    async (address) => {
      expect((await get(address)).status).toBe(404)
    },
  )
})
