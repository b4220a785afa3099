import { describe, expect, onTestFinished, vi } from 'vitest'
import { runReleases } from '../../../../services/content/releases/run-releases.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const ADDRESS = '/articles/for-a-while'
const FILE = 'articles/en_US/for-a-while.md'

function run({ db }: TestContent) {
  const expired: string[] = []
  const running = runReleases({
    db,
    locale: 'en_US',
    onPublished() {},
    onExpired: ({ slugs }) => expired.push(...slugs),
    onHeld() {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(() => running.stop())
  return expired
}

const statusOf = async (content: TestContent) => (await content.pageModel(ADDRESS)).status

const textOf = (fields: string, body: string) => `---
title: "For a while"
slug: for-a-while
publishedAt: 2026-11-01
entities:
  - category: product-reviews
    subcategories:
      - subcategory: other-financial-products
        subsubcategories: []
${fields}---

${body}
`

describe('an article that expires', () => {
  test('is withdrawn at that moment, and stays until it', async ({ content }) => {
    content.clock.now = new Date()
    const expiresAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_000).toISOString()
    await content.commit('PUT', ADDRESS, articleDraft({ expiresAt }))
    const expired = run(content)
    expect(await statusOf(content)).toBe('found')
    const { expiring } = (await content.edit('GET', '/schedule')).json()
    expect(expiring).toMatchObject([{ slug: 'for-a-while' }])
    expect(Date.now()).toBeLessThan(Date.parse(expiresAt))
    await vi.waitFor(async () => expect(await statusOf(content)).toBe('gone'), 10_000)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt))
    expect(expired).toEqual(['for-a-while'])
    const { editions } = (await content.edit('GET', `${ADDRESS}/editions`)).json()
    expect(editions).toMatchObject([{ state: 'withdrawn', ended: { origin: 'schedule' } }])
    content.clock.now = new Date()
    // It comes back with another time, or with none.
    const back = await content.edit('PATCH', ADDRESS, { withdrawn: false })
    expect(back.json()).toMatchObject({
      code: 'invalid-input',
      reasons: [{ field: '/expiresAt', message: expect.stringContaining('is past') }],
    })
    expect(
      (await content.edit('PATCH', ADDRESS, { withdrawn: false, expiresAt: null })).statusCode,
    ).toBe(200)
    expect(await statusOf(content)).toBe('found')
  })

  test('cannot be saved with a time that is over', async ({ content }) => {
    content.clock.now = new Date('2026-12-01T12:00:00Z')
    const put = (expiresAt: string) => content.edit('PUT', ADDRESS, articleDraft({ expiresAt }))
    expect((await put('2026-12-01T12:00:00Z')).statusCode).toBe(400)
    expect((await put('2026-12-32')).json().reasons).toMatchObject([{ field: '/expiresAt' }])
    expect((await put('2026-12-01T12:00:00.001Z')).statusCode).toBe(201)
  })

  test('is never on a page where its file is imported after its end', async ({ content }) => {
    await content.folder.write(FILE, textOf('expiresAt: 2026-12-01\n', 'Over.'))
    await content.import()
    expect(await statusOf(content)).toBe('gone')
    const before = await content.revision()
    await content.import()
    expect(await content.revision()).toBe(before)
    // Its file says another time.
    await content.folder.write(FILE, textOf('expiresAt: 2027-12-01\n', 'Not over.'))
    await content.import()
    expect(await statusOf(content)).toBe('found')
  })

  test('is on no page either where a first import finds it', async ({ empty }) => {
    await empty.folder.write(FILE, textOf('expiresAt: 2026-12-01\n', 'Over.'))
    await empty.import()
    expect(await statusOf(empty)).toBe('gone')
    expect((await empty.pageModel('/')).status).toBe('found')
  })

  test('does not come back with a corrected comma where its file does not say when it ends', async ({
    content,
  }) => {
    await content.folder.write(FILE, textOf('', 'For a while.'))
    await content.import()
    await content.commit('PATCH', ADDRESS, { expiresAt: '2026-12-05T00:00:00Z' })
    content.clock.now = new Date('2026-12-06T00:00:00Z')
    await content.import()
    expect(await statusOf(content)).toBe('gone')
    await content.folder.write(FILE, textOf('', 'For a while!'))
    expect(await content.import().then(String, String)).toMatch(
      /E-WITHDRAWN slug this article has expired on 2026-12-06: /,
    )
  })
})
