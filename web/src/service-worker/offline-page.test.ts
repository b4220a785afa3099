import { expect, test } from 'vitest'
import { offlinePage } from './offline-page.ts'

const STYLES = ['/assets/site-1.css']
const document = (title: string, lang = 'ru-RU') => `<!doctype html><html lang="${lang}"><head>
  <title data-gatsby-head="true">${title}</title></head><body>
  <header class="site-header"><a href="/" aria-current="page">Finlore</a>
  </header><main><header>Words</header></main></body></html>`

test('names the pages that can be read, in the language and with the header of the site', async () => {
  const cached = [
    { path: '/articles/a', html: document('A &lt;b&gt; &amp; c') },
    { path: '/b', html: document('B') },
  ]
  const response = offlinePage({ cached, language: 'en-US', styles: STYLES })
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('<html lang="ru">')
  expect(html).toContain('<h1>Не удалось открыть страницу</h1>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/site-1.css">')
  expect(html).toContain('<li><a href="/articles/a">A &lt;b&gt; &amp; c</a></li>')
  expect(html).toMatch(/<header class="site-header"><a href="\/">Finlore<\/a>\s*<\/header>/)
  expect(html).not.toContain('<header>Words')
})

test.each([
  ['tr-TR', 'tr', 'Bu sayfaya ulaşılamıyor'],
  ['en', 'en', 'This page cannot be reached'],
  ['fr-FR', 'en', 'This page cannot be reached'],
])(
  'is in the language of the browser, %s, when nothing is cached',
  async (language, lang, title) => {
    const html = await offlinePage({ cached: [], language, styles: STYLES }).text()
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).not.toContain('<ul>')
  },
)
