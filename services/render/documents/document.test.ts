import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NotFoundPage, Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { buildArticle } from '../../../tests/support/pages/page-builders.ts'
import { renderDocument } from './document.ts'
import { escapeHtml, escapeXml, scriptJson } from './escape.ts'

const SHELL: Shell = {
  site: {
    title: 'Finlore',
    tagline: 'Money in plain words',
    locale: 'tr_TR',
    email: null,
    youtube: null,
    facebook: null,
    instagram: null,
    disclaimer: 'It explains.',
  },
  menu: [],
  year: 2026,
}

function render({
  title = 'Bonds',
  description = 'About bonds',
  path = '/a',
  noindex = false,
  shell = SHELL,
}) {
  const page: NotFoundPage = {
    kind: 'not-found',
    path,
    seo: { title, description, ...(noindex && { noindex }) },
    categories: [],
    more: [],
  }
  return renderPage(page, shell)
}

const renderPage = (page: Page, shell: Shell) =>
  renderDocument({
    page,
    shell,
    html: '<main>hello</main>',
    hydration: { page },
    assets: {
      script: '/assets/a.js',
      scriptIntegrity: 'sha256-abc=',
      styles: ['/assets/a.css', '/assets/b.css'],
      liteStyles: '/assets/lite.css',
    },
    build: '0123456789abcdef0123',
    siteUrl: 'https://finlore.example',
  })

/** The contents of the data block, as a browser finds it. */
const dataBlock = (html: string) =>
  /<script type="application\/json" id="hydration-data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''

const hostile = `</title></script><script>alert('1')</script>" onload="x" & \u2028\u2029 <!--`

describe('renderDocument', () => {
  test('has language, title, description and canonical address once each', () => {
    const html = render({ path: '/articles/a' })

    expect(html).toMatch(
      /^<!doctype html>\n<html lang="tr-TR" data-language="tr-TR">\n<head>\n<meta charset="utf-8">/,
    )
    expect(html).toContain('<title data-gatsby-head="true">Bonds</title>')
    expect(html).toContain('name="description" content="About bonds" data-gatsby-head="true"')
    expect(html).toContain(
      '<link rel="canonical" href="https://finlore.example/articles/a" data-gatsby-head="true">',
    )
    expect(html).not.toContain('name="robots"')
    expect(html).toContain('<div id="___gatsby"><main>hello</main></div>')
    expect(html).toContain('data-page-path="/articles/a" data-build="0123456789abcdef0123"')
    expect(html).toMatch(/ data-frame="header footer \d+ \d+">/)
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(2)
  })

  test('has noindex and no canonical address for pages that are not to be indexed', () => {
    const html = render({ noindex: true })

    expect(html).toContain('<meta name="robots" content="noindex, follow" data-gatsby-head="true">')
    expect(html).not.toContain('canonical')
  })

  test('no text of an editor can close the element around it [S27]', () => {
    const html = render({ title: hostile, description: hostile, path: `/${hostile}` })

    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(html).not.toContain(' onload="x"')
    expect(html).not.toContain('<!--')
    expect(dataBlock(html)).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(dataBlock(html)).page.seo.title).toBe(hostile)
  })

  test('has no script, style or handler of its own, so that one strict policy fits', () => {
    const html = render({})

    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(scripts).toEqual([
      ' type="module" src="/assets/a.js" integrity="sha256-abc=" async',
      expect.stringMatching(/^ type="application\/json" id="hydration-data"/),
    ])
  })

  test('has the metadata of an article in data blocks only', () => {
    const html = renderPage(buildArticle({ title: hostile }), SHELL)

    const types = [...html.matchAll(/<script type="([^"]*)"/g)].map(([, type]) => type)
    expect(types).toEqual(['module', 'application/ld+json', 'application/json'])
    expect(html.match(/<\/script>/g)).toHaveLength(3)
    expect(html).toContain('<meta property="og:type" content="article">')
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    expect(html).toContain('type="application/atom+xml" title="Finlore" href="/feed.atom">')
  })

  test('has no metadata for a page that is not to be indexed', () => {
    const html = render({ noindex: true })

    expect(html).not.toMatch(/og:|ld\+json|rel="alternate"/)
  })

  test('has no parts of header and footer in the page data', () => {
    const tagline = 'Said in the header only'
    const html = render({ shell: { ...SHELL, site: { ...SHELL.site, tagline } } })
    expect(Object.keys(JSON.parse(dataBlock(html)))).toEqual(['page'])
    expect(dataBlock(html)).not.toContain(tagline)
  })

  test('gives the same bytes for the same page', () => {
    expect(render({ title: hostile })).toBe(render({ title: hostile }))
  })
})

test('escapeXml removes exactly the characters that XML forbids', () => {
  expect(escapeXml('a\u0000\u0007\u000b\u000c\u001f\ufffe\uffff\ud800<b')).toBe('a&lt;b')
  const allowed = '\t\n\r\u007f\u0085\u00a0\ud7ff\ue000\ufffd👍'
  expect(escapeXml(allowed)).toBe(allowed)
})

test('escapeHtml escapes every special character of text and attributes', () => {
  expect(escapeHtml(`&<>"'`)).toBe('&amp;&lt;&gt;&quot;&#39;')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
    }),
  )
})

test('scriptJson is parsed back unchanged, and cannot close a script', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const json = scriptJson({ value, text, hostile })
      expect(json).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text, hostile })))
    }),
  )
})
