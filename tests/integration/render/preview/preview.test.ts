import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { HOSTILE_MARKDOWN } from '../../../support/hostile/hostile-markdown.ts'
import { findForeignMarkup } from '../../../support/pages/foreign-markup.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const OLD = 'bond-etfs-and-individual-bonds'
const OTHER = 'what-owning-a-share-gives-you'
const TIMES = { publishedAt: '2026-11-01T08:00:00Z', updatedAt: '2026-11-02T08:00:00Z' }
const PLACE = [
  { category: 'expert-advice', subcategories: [{ subcategory: 'risk-management' }] },
] as const
/** With a fact, an example, a chart, and words that other articles explain. */
const BODY = `An index fund pays a dividend, and a bond has a yield to maturity.

## What it costs

| Year | Cost |
|---|---:|
| 2024 | 120 |
| 2025 | 150 |
| 2026 | 170 |

A broker shows the bid-ask spread. See [the other wrapper](/articles/${OLD}).`

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
}, 120_000)
afterAll(() => site.close())

interface Answered {
  id: string
  fields: { title: string }
}

async function ask(method: string, path: string, body?: object): Promise<Answered> {
  const answer = await fetch(site.contentUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${site.token}`,
      'if-match': '*',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return JSON.parse(text)
}

interface Preview {
  form?: string
  body?: object
  token?: string
  base?: string
}

/** With a body, by POST; otherwise as a browser asks. */
const preview = (path: string, { form = 'page', body, token = site.token, base }: Preview = {}) =>
  fetch(`${base ?? site.workerUrl}${path}/preview?form=${form}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

const draftOf = async (body: object): Promise<string> =>
  `/drafts/${(await ask('POST', '/drafts', body)).id}`

const FORMS = ['page', 'card', 'result', 'markdown', 'picture']

async function previews(path: string) {
  const answers = FORMS.map(async (form) => {
    const answer = await preview(path, { form })
    expect(answer.status, form).toBe(200)
    return [form, Buffer.from(await answer.arrayBuffer())] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

const textOf = async (url: string) => (await fetch(site.url + url)).text()
const picturePath = (html: string) => /content="[^"]*(\/og\/[^"]+)"/.exec(html)?.[1] ?? ''
/** The list item of a page that leads to an article. */
const itemOf = (html: string, slug: string) =>
  html.split(/<li\b/).find((item) => item.includes(`href="/articles/${slug}"`)) ?? `no ${slug}`

describe('a preview', () => {
  test.for<[string, object, string]>([
    [
      'of a new article',
      {
        slug: 'previewed',
        fields: articleDraft({
          ...TIMES,
          title: 'A text that nobody has read yet',
          body: BODY,
          terms: [{ term: 'quillwork', definition: 'A word of a test.' }],
          entities: PLACE,
        }),
      },
      'previewed',
    ],
    [
      'of an article that gets another address, title and place',
      {
        article: OLD,
        slug: 'bond-wrappers',
        fields: { title: 'Two wrappers of bonds', body: BODY, entities: PLACE, ...TIMES },
      },
      'bond-wrappers',
    ],
  ])('%s is what readers get after publication, byte for byte', async ([, draft, slug]) => {
    const path = await draftOf(draft)
    const seen = await previews(path)
    // As it is there at once: the later links of a new term do not concern it.
    await ask('POST', `${path}/publish`, {})
    const page = await textOf(`/articles/${slug}`)
    expect(page).toContain('class="term"')
    expect(seen.page?.toString()).toBe(page)
    expect(seen.markdown?.toString()).toBe(await textOf(`/articles/${slug}.md`))
    const picture = await fetch(site.url + picturePath(page))
    expect(picture.status).toBe(200)
    expect(seen.picture?.equals(Buffer.from(await picture.arrayBuffer()))).toBe(true)
    const card = itemOf(String(seen.card), slug)
    expect(card).toContain('class="card-title"')
    await vi.waitFor(async () => {
      expect(itemOf(await textOf('/expert-advice/risk-management'), slug)).toBe(card)
    }, 10_000)
    expect(itemOf(String(seen.result), slug)).toContain('class="card card-brief hit"')
  })

  test('is of the text that is sent, laid over what is saved, and saves nothing [B24]', async () => {
    const path = await draftOf({ article: OTHER })
    const body = { slug: 'sent', fields: { title: 'What is on the screen', body: 'Now typed.' } }
    const sent = await (await preview(path, { body })).text()
    expect(sent).toContain('Now typed.')
    expect(sent).toContain('/articles/sent"')
    expect(await (await preview(path)).text()).not.toContain('Now typed.')
    expect((await ask('GET', path)).fields.title).not.toBe(body.fields.title)
    expect((await fetch(`${site.url}/articles/sent`)).status).toBe(404)
    expect(await site.store.read('/articles/sent')).toBeUndefined()
  })

  test('of each article as it is says what its page says', async () => {
    const { titles } = await site.contentClient.listTitles(undefined, 100)
    expect(titles.length).toBeGreaterThan(50)
    for (const { path } of titles.filter(({ path }) => !/previewed|bond-wrappers/.test(path))) {
      const seen = await preview(`${path}/editions/1`)
      expect(await seen.text(), path).toBe(await textOf(path))
    }
  })

  test('is of any former edition', async () => {
    const slug = 'much-edited'
    await site.edit('PUT', `/articles/${slug}`, articleDraft({ body: 'First words.' }))
    await site.edit('PATCH', `/articles/${slug}`, { body: 'Second words.' })
    const first = await preview(`/articles/${slug}/editions/1`)
    expect(await first.text()).toContain('First words.')
    const second = await preview(`/articles/${slug}/editions/2`, { form: 'markdown' })
    expect(await second.text()).toContain('Second words.')
    expect((await preview(`/articles/${slug}/editions/3`)).status).toBe(404)
  })

  test('is never kept, never listed, and guarded as the public page is [T30]', async () => {
    const { headers } = await preview(await draftOf({ article: OTHER }))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    for (const name of ['etag', 'speculation-rules', 'last-modified']) {
      expect(headers.get(name), name).toBeNull()
    }
    const page = await fetch(`${site.url}/expert-advice`)
    for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy']) {
      expect(headers.get(name), name).toBe(page.headers.get(name))
    }
  })

  test('is answered while an edit holds the lock that all edits wait for', async () => {
    const path = await draftOf({ article: OTHER })
    const client = new pg.Client(site.databaseUrl)
    await client.connect()
    try {
      await client.query('begin; select * from content.history for update')
      const seen = await previews(path)
      expect(String(seen.page)).toContain('</html>')
    } finally {
      await client.end()
    }
  })

  test('is for editors only, and on no port of readers [T30]', async () => {
    const path = await draftOf({ article: OTHER })
    for (const token of ['nobody', '']) {
      const refused = await preview(path, { token })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    const basic = Buffer.from(`anna:${site.token}`).toString('base64')
    const answer = await fetch(`${site.workerUrl}${path}/preview`, {
      headers: { authorization: `Basic ${basic}` },
    })
    expect(answer.status).toBe(200)
    expect((await preview(path, { base: site.url })).status).toBe(404)
    expect((await preview(path, { base: site.url, body: {} })).status).toBe(405)
    expect((await preview(path, { base: site.searchUrl })).status).toBe(404)
  })

  test('of a text with mistakes shows it, without the fields that are wrong', async () => {
    const path = await draftOf({
      slug: 'mistaken',
      fields: {
        title: 'A text with mistakes',
        body: 'See [that](/articles/not-there) and [this](source:none). <b>Bold.</b>',
        author: 'Somebody Unknown',
        takeaways: 'no list',
      },
    })
    const answer = await preview(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-left-out')).toBe('author, entities, takeaways')
    expect(await answer.text()).toContain('A text with mistakes')
  })

  test('of what no page could show is refused, with all remarks', async () => {
    const path = await draftOf({ slug: 'wordless', fields: { title: '', author: 'Nobody' } })
    const answer = await preview(path)
    expect(answer.status).toBe(400)
    const { code, reasons } = JSON.parse(await answer.text())
    expect(code).toBe('invalid-input')
    expect(reasons.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['/title', '/body', '/author', '/entities']),
    )
    const odd = await preview(path, { body: { fields: 7 } })
    expect(odd.status).toBe(400)
    expect(odd.headers.get('cache-control')).toBe('no-store')
    const large = (length: number) =>
      preview(path, { body: { fields: { title: 'Large', body: 'x '.repeat(length / 2) } } })
    expect((await large(2 * 1024 * 1024)).status).toBe(413)
    expect((await large(490_000)).status).toBe(200)
    expect((await large(510_000)).status).toBe(400)
  })

  test('of a hostile text is harmless [T30]', async () => {
    const path = await draftOf({ article: OTHER })
    const own = await (await preview(path)).text()
    const known = new Set(
      [...own.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src),
    )
    let shown = 0
    for (const text of HOSTILE_MARKDOWN) {
      const fields = { body: `Begins.\n\n${text}`, title: `<script>alert(1)</script> ${OTHER}` }
      const answer = await preview(path, { body: { fields } })
      if (answer.status === 400) continue
      expect(answer.status).toBe(200)
      shown += 1
      expect(findForeignMarkup(await answer.text(), known), text).toEqual([])
    }
    expect(shown).toBeGreaterThan(100)
  })

  test('waits in line, of which one editor has a part', async () => {
    const path = await draftOf({ article: OTHER })
    const answers = await Promise.all(Array.from({ length: 200 }, () => preview(path)))
    const statuses = answers.map(({ status }) => status)
    await Promise.all(answers.map((answer) => answer.body?.cancel()))
    expect([...new Set(statuses)].sort()).toEqual([200, 503])
    expect((await preview(path)).status).toBe(200)
  })

  test('shows its styles and pictures in a browser, and has no service worker', async () => {
    const html = await (await preview(await draftOf({ article: OTHER }))).text()
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    expect(assets.length).toBeGreaterThan(1)
    for (const path of [...assets, '/logo.svg', '/favicon.svg']) {
      expect((await fetch(`${site.workerUrl}${path}`)).status, path).toBe(200)
    }
    expect((await fetch(`${site.workerUrl}/sw.js`)).status).toBe(404)
    const link = await fetch(`${site.workerUrl}/articles/${OTHER}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect(link.headers.get('location')).toBe(`https://finlore.example/articles/${OTHER}`)
  })
})
