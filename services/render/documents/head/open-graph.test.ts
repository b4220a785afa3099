import { expect, test } from 'vitest'
import {
  buildArticle,
  buildPages,
  buildShell,
} from '../../../../tests/support/pages/page-builders.ts'
import { ogImagePath } from '../picture-address.ts'
import { openGraph } from './open-graph.ts'

const siteUrl = 'https://finlore.example'
const shell = buildShell()
const pages = buildPages()

test('an article has its title, picture, times, author and section', () => {
  const page = buildArticle({ title: 'Bonds & "notes"', updatedAt: '2025-04-01T08:00:00.000Z' })
  expect(openGraph({ page, shell, siteUrl })).toEqual([
    '<meta property="og:type" content="article">',
    '<meta property="og:site_name" content="Finlore">',
    '<meta property="og:title" content="Bonds &amp; &quot;notes&quot;">',
    '<meta property="og:description" content="Description">',
    '<meta property="og:url" content="https://finlore.example/articles/article-1">',
    '<meta property="og:locale" content="en_US">',
    `<meta property="og:image" content="${siteUrl}${ogImagePath(page, shell)}">`,
    '<meta property="og:image:type" content="image/png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="Bonds &amp; &quot;notes&quot;">',
    '<meta property="article:published_time" content="2025-03-04T08:00:00.000Z">',
    '<meta property="article:modified_time" content="2025-04-01T08:00:00.000Z">',
    '<meta property="article:author" content="https://finlore.example/authors/eleanor-whitcombe">',
    '<meta property="article:section" content="Product Reviews">',
    '<meta name="twitter:card" content="summary_large_image">',
  ])
})

test('every other page has type website, an author’s profile', () => {
  const typeOf = (page: (typeof pages)[keyof typeof pages]) =>
    openGraph({ page, shell, siteUrl })[0]
  expect(typeOf(pages.home)).toContain('"website"')
  expect(typeOf(pages.category)).toContain('"website"')
  expect(typeOf(pages.author)).toContain('"profile"')
  expect(openGraph({ page: pages.home, shell, siteUrl }).join()).not.toContain('article:')
})
