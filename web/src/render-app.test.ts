import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import {
  buildArticle,
  buildPages,
  buildSearch,
  buildShell,
} from '../../tests/support/pages/page-builders.ts'
import { renderApp } from './render-app.ts'

/** With a frame made for this page alone. */
const renderWhole = (page: Page, shell: Shell) => renderApp(page, structuredClone(shell))

/** A shell whose frame is known already. */
function usedShell(shell = buildShell()) {
  renderApp(buildPages().archive, shell)
  return shell
}

const pages: Page[] = [
  ...Object.values(buildPages()),
  buildArticle({ bodyHtml: '<p>&lt;main class="x"&gt; &lt;/main&gt;</p>' }),
  buildSearch({ query: '<main id="x"></main>', outcome: 'results' }),
]

describe('a cached frame', () => {
  test.each(pages)('gives $kind the same bytes as a rendering without the cache', (page) => {
    expect(renderApp(page, usedShell())).toBe(renderWhole(page, buildShell()))
  })

  test('marks the current page in every link to it, and in no other page', () => {
    const shell = usedShell()
    const links = [...renderWhole(buildPages().home, shell).matchAll(/ href="(\/[^"]*)"/g)]
    const paths = new Set(['/nowhere', ...links.map(([, path = '']) => path)])
    expect(paths).toContain('/product-reviews/etfs')
    expect(paths).toContain('/privacy-policy')
    for (const path of paths) {
      const page = { ...buildPages().gone, path }
      const html = renderApp(page, shell)
      expect(html, path).toBe(renderWhole(page, shell))
      for (const [link] of html.split('<main')[0]?.matchAll(/<a [^>]*>/g) ?? []) {
        const isOwn = link.includes(`href="${path}"`)
        expect(link.includes('aria-current="page"'), `${link} on ${path}`).toBe(isOwn)
      }
    }
  })

  test('is never that of a page which is marked in it', () => {
    const shell = buildShell()
    const { home, article } = buildPages()
    renderApp(home, shell)
    expect(renderApp(article, shell)).toBe(renderWhole(article, shell))
    expect(renderApp(article, shell)).toBe(renderWhole(article, shell))
  })

  test('is kept for each shell, however two of them alternate', () => {
    const old = usedShell()
    const renamed = usedShell({ ...old, menu: [{ label: 'Bonds', key: '/bonds' }], year: 2026 })
    for (const shell of [old, renamed, old, renamed]) {
      const html = renderApp(buildArticle(), shell)
      expect(html).toBe(renderWhole(buildArticle(), shell))
      expect(html.includes('href="/bonds"')).toBe(shell === renamed)
    }
  })
})

test('no id occurs twice in a page', () => {
  for (const page of pages) {
    const ids = [...renderApp(page, buildShell()).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.toSorted(), page.kind).toEqual([...new Set(ids)].toSorted())
  }
})

test('links an article to its translations, and other pages to the home page of each language', () => {
  const shell = buildShell()
  shell.site.sisters = [
    { locale: 'ru_RU', languageName: 'Русский', address: 'https://ru.finlore.example' },
    { locale: 'tr_TR', languageName: 'Türkçe', address: 'https://tr.finlore.example' },
  ]
  const hrefs = (page: Page) =>
    [...renderApp(page, shell).matchAll(/href="(https:\/\/(?:ru|tr)\.[^"]*)"/g)].map(
      ([, href]) => href,
    )
  const here = buildArticle()
  const there = { ...here, translations: { tr: '/articles/fon' } }
  const start = ['https://ru.finlore.example/', 'https://tr.finlore.example/']

  expect(hrefs(here)).toEqual(start)
  expect(hrefs(there)).toEqual([start[0], 'https://tr.finlore.example/articles/fon'])
  expect(hrefs(here)).toEqual(start)
})
