import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import { buildArticle, buildPages, buildShell } from '../../../tests/support/pages/page-builders.ts'
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
const portrait = {
  src: '/portraits/amir-0123456789ab.png',
  width: 240,
  height: 250,
  alt: 'A smile',
}
const { authors } = buildPages()
const WITH_PORTRAIT: { page: Page; loading: string }[] = [
  { page: { ...author, author: { ...author.author, portrait } }, loading: 'eager' },
  {
    page: { ...buildArticle(), author: { ...buildArticle().author, portrait } },
    loading: 'lazy',
  },
  {
    page: { ...authors, authors: authors.authors.map((one) => ({ ...one, portrait })) },
    loading: 'lazy',
  },
]

// M-311
describe('an author', () => {
  test.each(WITH_FACTS)('has role and links on a page of kind $kind [M-311]', (page) => {
    const html = renderApp(page, buildShell())
    expect(html).toContain('<p class="author-role">Editor for bonds &amp; rates</p>')
    expect(html).toContain(
      '<a href="https://www.social.example/@amir/" rel="me noopener">social.example/@amir</a>',
    )
    expect(html).toContain('rel="me noopener">code.example/?u=amir</a>')
  })

  test.each(WITH_PORTRAIT)('has a portrait on a page of kind $page.kind', ({ page, loading }) => {
    const html = renderApp(page, buildShell())
    const [picture] = /<img class="initials".*?>/.exec(html) ?? []
    expect(picture).toContain(`src="${portrait.src}" width="240" height="250" alt="A smile"`)
    expect(picture).toContain(`loading="${loading}"`)
    expect(html).not.toMatch(/<link rel="preload"[^>]*portraits/)
  })

  test('whose portrait has no description is named in its alternative text', () => {
    const { alt: _, ...undescribed } = portrait
    const page = { ...author, author: { ...author.author, portrait: undescribed } }
    expect(renderApp(page, buildShell())).toContain(`alt="${author.author.name}"`)
  })

  test('without role and links has neither', () => {
    for (const page of [author, buildArticle()]) {
      expect(renderApp(page, buildShell())).not.toMatch(
        /author-role|author-links|<img class="initials"/,
      )
    }
  })
})
