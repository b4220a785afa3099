import { expect, test } from 'vitest'
import { renderRobots } from '../server/answers/files/lasting-files.ts'
import { isSitemapPath, renderSitemap } from './sitemap-xml.ts'

test('a file of the site map lists each address with its last change, escaped', () => {
  const xml = renderSitemap(
    '/sitemaps/pages.xml',
    [
      { path: '/', modifiedAt: '2025-03-04T05:06:07.000Z' },
      { path: `/a?b=1&c='<>"`, modifiedAt: '2024-11-07T00:00:00.000Z' },
    ],
    'https://finlore.example',
  )

  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://finlore.example/</loc><lastmod>2025-03-04T05:06:07.000Z</lastmod></url>
<url><loc>https://finlore.example/a?b=1&amp;c=&#39;&lt;&gt;&quot;</loc><lastmod>2024-11-07T00:00:00.000Z</lastmod></url>
</urlset>
`)
})

test('the index of the site map lists its files', () => {
  const entries = [{ path: '/sitemaps/pages.xml', modifiedAt: '2025-03-04T05:06:07.000Z' }]

  for (const path of ['/sitemap.xml', '/sitemap-index.xml']) {
    expect(
      renderSitemap(path, entries, 'https://finlore.example'),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://finlore.example/sitemaps/pages.xml</loc><lastmod>2025-03-04T05:06:07.000Z</lastmod></sitemap>
</sitemapindex>
`)
  }
})

test('files of the site map are recognized by their paths', () => {
  for (const path of ['/sitemap.xml', '/sitemap-index.xml', '/sitemaps/articles-12.xml']) {
    expect(isSitemapPath(path)).toBe(true)
  }
  for (const path of [
    '/sitemap',
    '/sitemap/page/1',
    '/sitemaps/a/b.xml',
    '/sitemaps/.xml',
    '/x.xml',
  ]) {
    expect(isSitemapPath(path)).toBe(false)
  }
})

test('robots.txt excludes addresses that are no pages, and names the site map', () => {
  const lines = renderRobots('https://finlore.example', 'on').split('\n')

  expect(lines).toContain('Disallow: /api/')
  expect(lines).not.toContain('Disallow: /')
  expect(lines).toContain('Sitemap: https://finlore.example/sitemap.xml')
})

test('robots.txt of a site with INDEXING=off allows everything, and names no site map', () => {
  const text = renderRobots('https://finlore.example', 'off')

  expect(text.split('\n')).not.toContain('Disallow: /')
  expect(text).not.toContain('Sitemap')
})
