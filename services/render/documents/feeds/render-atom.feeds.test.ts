import { describe, expect, test } from 'vitest'
import type { FeedModel } from '#shared/contracts/page-model.ts'
import { feedAddress, feedAt, feedPaths, isFeedPath } from './feed-addresses.ts'
import { renderAtom } from './render-atom.ts'
import { renderJsonFeed } from './render-json-feed.ts'

const SITE_URL = 'https://finlore.example'
const PATH = '/expert-advice/feed.atom'

const feed: FeedModel = {
  revision: 3,
  tags: [],
  locale: 'ru_RU',
  title: 'Expert advice & more – Finlore',
  description: 'What <experts> say',
  page: '/expert-advice',
  entries: [
    {
      id: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
      path: '/articles/a',
      title: 'Bonds & <notes>',
      summary: 'About "bonds"',
      text: 'Bonds are loans.',
      publishedAt: '2025-03-04T08:00:00.000Z',
      updatedAt: '2025-03-05T08:00:00.000Z',
      author: { title: 'Eleanor', path: '/authors/eleanor' },
      section: { title: 'Risk', path: '/expert-advice/risk' },
    },
    {
      id: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a12',
      path: '/articles/b',
      title: 'Older, and changed last',
      summary: 'x',
      text: 'y',
      publishedAt: '2025-01-01T08:00:00.000Z',
      updatedAt: '2025-06-01T08:00:00.000Z',
      author: { title: 'Eleanor', path: '/authors/eleanor' },
      section: { title: 'Risk', path: '/expert-advice/risk' },
    },
  ],
}

describe('a feed', () => {
  test('shows the first picture of each text, for programs that show one beside a title', () => {
    const entries = feed.entries.map((entry, at) =>
      at === 0 ? { ...entry, picture: '/pictures/pay-stub-0123456789ab.svg' } : entry,
    )
    const url = 'https://finlore.example/pictures/pay-stub-0123456789ab.svg'
    const xml = renderAtom({ ...feed, entries }, PATH, SITE_URL)
    expect(xml.match(/<media:thumbnail [^>]*>/g)).toEqual([`<media:thumbnail url="${url}"/>`])
    const { items } = JSON.parse(renderJsonFeed({ ...feed, entries }, PATH, SITE_URL))
    expect(items[0].image).toBe(url)
    expect(items[1]).not.toHaveProperty('image')
  })

  test('has no character that XML forbids, for any title', () => {
    const [entry] = feed.entries
    if (!entry) throw new Error('the feed has no entries')
    const author = { ...entry.author, title: 'E\u0001' }
    const stored = { ...entry, title: 'Bo\u0007nds\ufffe', summary: '\u000cx', author }
    const xml = renderAtom({ ...feed, title: '\u001bF', entries: [stored] }, PATH, SITE_URL)
    expect(xml).toContain('<title>F</title>')
    for (const text of ['<title>Bonds</title>', '<summary>x</summary>', '<name>E</name>']) {
      expect(xml).toContain(text)
    }
  })

  test('has the model as Atom, and the date of its newest text', () => {
    const xml = renderAtom(feed, PATH, SITE_URL)
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xmlns:media="http:\/\/search.yahoo.com\/mrss\/" xml:lang="ru-RU">\n<id>https:\/\/finlore.example\/expert-advice\/feed.atom<\/id>/,
    )
    expect(xml).toContain('<title>Expert advice &amp; more – Finlore</title>')
    expect(xml).toContain('<subtitle>What &lt;experts&gt; say</subtitle>')
    expect(xml).toContain('</subtitle>\n<updated>2025-06-01T08:00:00.000Z</updated>')
    expect(xml).toContain(`rel="self" type="application/atom+xml" href="${SITE_URL}${PATH}"/>`)
    expect(xml).toContain(`type="application/rss+xml" href="${SITE_URL}/expert-advice/feed.rss"/>`)
    expect(xml).toContain(`href="${SITE_URL}/expert-advice/feed.json"/>`)
    expect(xml).toContain(`<entry>
<id>urn:uuid:6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11</id>
<title>Bonds &amp; &lt;notes&gt;</title>
<link href="https://finlore.example/articles/a"/>
<published>2025-03-04T08:00:00.000Z</published>
<updated>2025-03-05T08:00:00.000Z</updated>
<author><name>Eleanor</name><uri>https://finlore.example/authors/eleanor</uri></author>
<category term="expert-advice/risk" label="Risk"/>
<summary>About &quot;bonds&quot;</summary>
</entry>`)
  })

  test('without an article has the first day of the site, and is valid', () => {
    const xml = renderAtom({ ...feed, entries: [] }, PATH, SITE_URL)
    expect(xml).toContain('<updated>2024-11-07T00:00:00.000Z</updated>')
    expect(xml).not.toContain('<entry>')
    expect(JSON.parse(renderJsonFeed({ ...feed, entries: [] }, PATH, SITE_URL)).items).toEqual([])
  })

  test('has the same content as JSON Feed 1.1', () => {
    const document = JSON.parse(renderJsonFeed(feed, PATH, SITE_URL))
    expect(document).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      home_page_url: 'https://finlore.example/expert-advice',
      feed_url: 'https://finlore.example/expert-advice/feed.json',
      language: 'ru-RU',
    })
    expect(document.items[0]).toEqual({
      id: 'urn:uuid:6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
      url: 'https://finlore.example/articles/a',
      title: 'Bonds & <notes>',
      summary: 'About "bonds"',
      content_text: 'Bonds are loans.',
      date_published: '2025-03-04T08:00:00.000Z',
      date_modified: '2025-03-05T08:00:00.000Z',
      authors: [{ name: 'Eleanor', url: 'https://finlore.example/authors/eleanor' }],
      tags: ['Risk'],
    })
  })
})

describe('the addresses of feeds', () => {
  test('are parsed from every form', () => {
    const menu = [{ label: 'Expert advice', key: '/expert-advice' }]
    expect(feedPaths({ menu })).toEqual(['/feed.atom', PATH, '/corrections/feed.atom'])
    for (const path of feedPaths({ menu })) {
      expect(isFeedPath(path)).toBe(true)
      for (const body of ['atom', 'rss', 'feed'] as const) {
        expect(feedAt(feedAddress(path, body).address)).toEqual({ path, body })
      }
    }
  })

  test.each(['/feed', '/a/b/feed.atom', '/feed.xml', '/A/feed.atom', '//feed.atom', 'feed.json'])(
    'are not %s',
    (address) => {
      expect(isFeedPath(address)).toBe(false)
      expect(feedAt(address)).toBeUndefined()
    },
  )
})
