import { describe, expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { buildShell } from '../../../tests/support/pages/page-builders.ts'
import { shellAddress, shellBodyAt, shellDocuments } from './shell-files.ts'

const SITE_URL = 'https://finlore.example'
const shell = buildShell()

const documentAt = (address: string, of: Shell = shell) => {
  const name = shellBodyAt(address)
  const document = name === undefined ? undefined : shellDocuments(of, SITE_URL)[name]
  if (!document) throw new Error(`Nothing is at ${address}`)
  return document
}

describe('llms.txt', () => {
  test('describes the site, its structure and how texts are made, in its own texts', () => {
    const { text, contentType } = documentAt('/llms.txt')
    expect(contentType).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(
      /^# Finlore\n\n> Money in plain words\n\nIt explains; it does not advise\./,
    )
    expect(text).toContain('](https://finlore.example/info/about-us)')
    expect(text).toContain(
      '- [Product Reviews](https://finlore.example/product-reviews)\n' +
        '  - [ETFs](https://finlore.example/product-reviews/etfs)\n',
    )
    expect(text).toContain(
      '- Finlore: [Atom](https://finlore.example/feed.atom), [RSS](https://finlore.example/feed.rss), [JSON Feed](https://finlore.example/feed.json)\n',
    )
    expect(text).toContain(
      '- Product Reviews: [Atom](https://finlore.example/product-reviews/feed.atom)',
    )
    expect(text).toContain('(https://finlore.example/sitemap.xml)')
  })

  test('is in the language of the site', () => {
    const texts = LOCALES.map(
      (locale) => documentAt('/llms.txt', { ...shell, site: { ...shell.site, locale } }).text,
    )
    expect(new Set(texts).size).toBe(LOCALES.length)
  })

  test('escapes titles inside links', () => {
    const menu = [{ label: 'A](x) [B', key: '/a' }]
    expect(documentAt('/llms.txt', { ...shell, menu }).text).toContain('- [A\\](x) \\[B](')
  })
})

test('the manifest has the name of the site and its icons', () => {
  const { text, contentType } = documentAt('/manifest.webmanifest')
  expect(contentType).toBe('application/manifest+json')
  expect(JSON.parse(text)).toMatchObject({
    name: 'Finlore',
    lang: 'en-US',
    start_url: '/',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
  })
})

test('browsers are offered the search of the site', () => {
  const { text, contentType } = documentAt('/opensearch.xml')
  expect(contentType).toBe('application/xml; charset=utf-8')
  expect(text).toContain('<ShortName>Finlore</ShortName>')
  expect(text).toContain(
    '<Url type="text/html" template="https://finlore.example/search?q={searchTerms}"/>',
  )
  const title = 'Bonds & shares of all kinds'
  const named = documentAt('/opensearch.xml', { ...shell, site: { ...shell.site, title } })
  expect(named.text).toMatch(/<ShortName>Bonds &amp; [^<]{1,10}<\/ShortName>/)
})

describe('security.txt', () => {
  test('has contact and language, and expires in the first week of the next year', () => {
    const { text, contentType } = documentAt('/.well-known/security.txt', { ...shell, year: 2026 })
    expect(contentType).toBe('text/plain; charset=utf-8')
    expect(text).toBe(
      'Contact: mailto:hello@finlore.example\n' +
        'Expires: 2027-01-07T00:00:00.000Z\n' +
        'Preferred-Languages: en-US\n' +
        'Canonical: https://finlore.example/.well-known/security.txt\n',
    )
  })

  test('does not exist where the site has no contact', () => {
    const documents = shellDocuments({ ...shell, site: { ...shell.site, email: null } }, SITE_URL)
    expect(documents).not.toHaveProperty('security')
  })
})

test('every document has an address, except the shell', () => {
  const names = Object.keys(shellDocuments(shell, SITE_URL))
  expect(names.filter((name) => shellAddress(name) === undefined)).toEqual(['shell'])
})
