import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const CANARY = 'a-canary-that-nobody-may-read'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  await writeFile(path.join(site.pageFolder, 'canary.txt'), CANARY)
})
afterAll(() => site.close())

/** Through the ingress, and past it. */
const doors = () => [site.url, site.renderUrl]

const send = (method: string, target: string, body: string | Buffer, headers = {}) =>
  fetch(site.contentUrl + target, {
    method,
    headers: {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
      [method === 'PATCH' ? 'if-match' : 'if-none-match']: '*',
      ...headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

describe('no file outside the site can be read [T6]', () => {
  const UP = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..%255c',
    '%252e%252e%252f',
    '....//',
  ]
  const MORE = [
    '..%c0%af',
    '%c0%ae%c0%ae/',
    '..%00/',
    '..;/',
    '.%2e/',
    '%uff0e%uff0e/',
    '..%ef%bc%8f',
  ]
  const ROOTS = [
    '/',
    '/assets/',
    '/og/',
    '/pictures/',
    '/portraits/',
    '/page-data/',
    '/slice-data/',
    '/sitemaps/',
  ]
  const FILES = ['etc/passwd', 'package.json', 'canary.txt']

  test.each(ROOTS)('from %s', async (root) => {
    const addresses = [...UP, ...MORE].flatMap((up) =>
      FILES.map((file) => root + up.repeat(8) + file),
    )
    addresses.push(`${root}canary.txt`, `${root}canary.txt%00.js`, `${root}%2fetc%2fpasswd`)
    addresses.push(`${root}file:///etc/passwd`, `${root}${site.pageFolder}/canary.txt`)
    for (const base of doors()) {
      const answers = await Promise.all(addresses.map((address) => rawRequest(base, address)))
      for (const [place, { status, text }] of answers.entries()) {
        expect([400, 404], addresses[place]).toContain(status)
        expect(text, addresses[place]).not.toMatch(/root:x:0:|"private": true|a-canary/)
      }
    }
  })
})

test('a compressed body is refused before it is read [T11]', async () => {
  const bomb = gzipSync(JSON.stringify(articleDraft({ body: 'x'.repeat(400_000) })))
  expect(bomb.length).toBeLessThan(2_000)
  for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'gzip, gzip', 'x-unknown']) {
    const headers = { 'content-encoding': encoding }
    for (const [method, target] of [
      ['PUT', '/articles/bomb'],
      ['PATCH', '/articles/bomb'],
      ['PUT', '/ads'],
    ] as const) {
      expect((await send(method, target, bomb, headers)).status, encoding).toBe(415)
    }
  }
  const plain = JSON.stringify(articleDraft())
  const headers = { 'content-encoding': 'identity' }
  expect((await send('PUT', '/articles/plain?dryRun=true', plain, headers)).status).toBe(200)
})

test('no address redirects to another site [T19]', async () => {
  const ELSEWHERE = ['/evil.example', '\\evil.example', '%2fevil.example', '%5cevil.example']
  const MORE = [
    '/%09/evil.example',
    '/evil.example/%2f..',
    '.evil.example',
    '@evil.example',
    '%0d%0aX:',
  ]
  const PAGES = ['/', '/expert-advice', '/Expert-Advice/', '/page-data/expert-advice/', '/search']
  const QUERIES = ['', '?url=https://evil.example', '?topic=//evil.example', '?next=//evil.example']
  for (const base of doors()) {
    for (const page of PAGES) {
      for (const end of [...ELSEWHERE, ...MORE, '/', '']) {
        const addresses = QUERIES.map((query) => page + end + query)
        const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' }
        const answers = await Promise.all(addresses.map((to) => rawRequest(base, to, { headers })))
        for (const [place, answer] of answers.entries()) {
          expect(answer.headers.location ?? '/', addresses[place]).toMatch(/^\/(?![/\\])/)
        }
      }
    }
  }
  // So that it is known that there are redirects at all.
  expect((await rawRequest(site.url, '/expert-advice/')).headers.location).toBe('/expert-advice')
})

test('no JSON changes Object.prototype, and its names are like any others [T21]', async () => {
  const evil = '{"polluted":"yes","title":"Polluted","isAdmin":true}'
  const bodies = [
    `{"__proto__":${evil}}`,
    `{"constructor":{"prototype":${evil}}}`,
    `{"title":"T","entities":[{"__proto__":${evil},"category":"expert-advice"}]}`,
    `{"sapeData":{"sapeLinks":{"__proto__":["x"]},"__proto__":${evil}}}`,
    `{"\\u005f_proto__":${evil}}`,
  ]
  for (const body of bodies) {
    for (const [method, target] of [
      ['PUT', '/articles/polluted'],
      ['PATCH', '/articles/what-a-bond-is-and-why-its-price-moves'],
      ['PUT', '/ads'],
    ] as const) {
      expect((await send(method, target, body)).status, body).toBe(400)
    }
  }
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    for (const address of [`/${name}`, `/articles/${name}`, `/page-data/${name}/page-data.json`]) {
      expect((await rawRequest(site.url, address)).status, address).toBe(404)
    }
    const query = `?${name}=1&${name}[polluted]=1&q=bond`
    expect((await rawRequest(site.url, `/api/search${query}`)).status, query).toBe(200)
  }
  expect({}).not.toHaveProperty('polluted')

  const links = { '/constructor': ['<a href="https://a.example/">A</a>'] }
  const saved = await send('PUT', '/ads', JSON.stringify({ sapeData: { sapeLinks: links } }))
  expect(await saved.json()).toMatchObject({ droppedTotal: 0, warningsTotal: 1 })
})

test('a title with every special character is shown the same everywhere [T23]', async () => {
  const title = `A & B < C > D " E ' F ]]> G -- H \` I \\ J % K {{ L * _ # [x] (y) & amp; &lt; M`
  await site.edit('PUT', '/articles/special', articleDraft({ title, description: title }))
  const textOf = async (address: string) => (await rawRequest(site.url, address)).text
  const plain = (xml: string) =>
    xml
      .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
        String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
      )
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&')

  const { items } = JSON.parse(await textOf('/feed.json'))
  expect(items.map((item: { title: string }) => item.title)).toContain(title)
  const atom = [...(await textOf('/feed.atom')).matchAll(/<title[^>]*>(.*?)<\/title>/gs)]
  expect(atom.map(([, text = '']) => plain(text))).toContain(title)
  const data = JSON.parse(await textOf('/page-data/articles/special/page-data.json'))
  expect(data.result.data.node.frontmatter.title).toBe(title)
  const page = await textOf('/articles/special')
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page.match(/<\/title>/g)).toHaveLength(1)
})
