import { expect, test } from 'vitest'
import type { FeedModel } from '#shared/contracts/page-model.ts'
import { renderRss } from './render-rss.ts'

const SITE_URL = 'https://finlore.example'
const PATH = '/expert-advice/feed.atom'

const feed: FeedModel = {
  revision: 3,
  tags: [],
  locale: 'tr_TR',
  title: 'Expert advice & more',
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
      picture: '/pictures/pay-stub-0123456789ab.svg',
      change: { on: '2025-03-05', text: 'A figure was wrong' },
    },
  ],
}

test('a feed is RSS 2.0, with ids that are no addresses and days as RSS writes them', () => {
  expect(renderRss(feed, PATH, SITE_URL)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>Expert advice &amp; more</title>
<link>https://finlore.example/expert-advice</link>
<description>What &lt;experts&gt; say</description>
<language>tr-TR</language>
<lastBuildDate>Wed, 05 Mar 2025 08:00:00 GMT</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="https://finlore.example/expert-advice/feed.rss"/>
<item>
<guid isPermaLink="false">urn:uuid:6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11</guid>
<title>Bonds &amp; &lt;notes&gt;</title>
<link>https://finlore.example/articles/a</link>
<pubDate>Tue, 04 Mar 2025 08:00:00 GMT</pubDate>
<atom:updated>2025-03-05T08:00:00.000Z</atom:updated>
<dc:creator>Eleanor</dc:creator>
<category>Risk</category>
<description>2025-03-05: A figure was wrong — About &quot;bonds&quot;</description>
<media:thumbnail url="https://finlore.example/pictures/pay-stub-0123456789ab.svg"/>
</item>
</channel>
</rss>
`)
})

test('a feed without articles has no item, and the first day of the site', () => {
  const xml = renderRss({ ...feed, entries: [] }, '/feed.atom', SITE_URL)
  expect(xml).not.toContain('<item>')
  expect(xml).toContain('<lastBuildDate>Thu, 07 Nov 2024 00:00:00 GMT</lastBuildDate>')
  expect(xml).toContain('href="https://finlore.example/feed.rss"/>')
})

test('no character that XML forbids gets into a feed', () => {
  const entries = feed.entries.map((entry) => ({ ...entry, title: 'Bo\u0007nds\ufffe' }))
  expect(renderRss({ ...feed, entries }, PATH, SITE_URL)).toContain('<title>Bonds</title>')
})
