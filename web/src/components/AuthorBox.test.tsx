import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import { buildArticle, buildPages, buildShell } from '../pages/page-builders.ts'
import { renderApp } from '../render-app.ts'

const { author } = buildPages()
const facts = {
  role: 'Editor for bonds & rates',
  links: ['https://www.social.example/@amir/', 'https://code.example/?u=amir'],
}
const WITH_FACTS: Page[] = [
  { ...author, author: { ...author.author, ...facts } },
  { ...buildArticle(), author: { ...buildArticle().author, ...facts } },
]

// M-311
describe('an author', () => {
  test.each(WITH_FACTS)('has role and links on a page of kind $kind', (page) => {
    const html = renderApp(page, buildShell())
    expect(html).toContain('<p class="author-role">Editor for bonds &amp; rates</p>')
    expect(html).toContain(
      '<a href="https://www.social.example/@amir/" rel="me noopener">social.example/@amir</a>',
    )
    expect(html).toContain('rel="me noopener">code.example/?u=amir</a>')
  })

  test('without them has neither', () => {
    for (const page of [author, buildArticle()]) {
      expect(renderApp(page, buildShell())).not.toMatch(/author-role|author-links/)
    }
  })
})
