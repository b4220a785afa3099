import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { App } from './components/App.tsx'
import { buildArticle, buildPages, buildSearch, buildShell } from './pages/page-builders.ts'
import { renderApp } from './render-app.ts'

const renderWhole = (page: Page, shell: Shell) =>
  renderToString(createElement(App, { page, shell }))

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

describe('a frame that is kept', () => {
  test.each(pages)("leaves the bytes of $kind those of React's whole rendering", (page) => {
    expect(renderApp(page, usedShell())).toBe(renderWhole(page, usedShell()))
  })

  test('marks the current page in every link to it, and in no other page', () => {
    const shell = usedShell()
    const links = [...renderWhole(buildPages().home, shell).matchAll(/ href="(\/[^"]*)"/g)]
    const paths = new Set(['/nowhere', ...links.map(([, path = '']) => path)])
    expect(paths).toContain('/product-reviews/etfs')
    expect(paths).toContain('/privacy-policy')
    for (const path of paths) {
      const page = { ...buildPages().gone, path }
      expect(renderApp(page, shell), path).toBe(renderWhole(page, shell))
    }
  })

  test('is not taken from a page that marks itself in it', () => {
    const shell = buildShell()
    const { home, article } = buildPages()
    renderApp(home, shell)
    expect(renderApp(article, shell)).toBe(renderWhole(article, shell))
    expect(renderApp(article, shell)).toBe(renderWhole(article, shell))
  })

  test('belongs to its shell, however two of them alternate', () => {
    const old = usedShell()
    const renamed = usedShell({ ...old, menu: [{ label: 'Bonds', key: '/bonds' }], year: 2026 })
    for (const shell of [old, renamed, old, renamed]) {
      const html = renderApp(buildArticle(), shell)
      expect(html).toBe(renderWhole(buildArticle(), shell))
      expect(html.includes('href="/bonds"')).toBe(shell === renamed)
    }
  })
})
