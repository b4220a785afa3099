import { describe, expect, test } from 'vitest'
import type { ArticlePage } from '#shared/contracts/page.ts'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { buildArticle, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { renderApp } from '../render-app.ts'
import { stringsFor } from '../strings/strings-for.ts'

describe.each(LOCALES)('the byline in %s', (locale) => {
  const shell = buildShell()
  shell.site.locale = locale
  const { by, signed, day, provenance, provenanceLink, answeredBy, reviewedBy } = stringsFor(locale)
  const byline = (page: ArticlePage) => renderApp(page, shell)

  test.each(['human', 'assisted', 'generated'] as const)(
    'says that a text is %s, and links to how texts are made',
    (origin) => {
      expect(renderApp(buildArticle({ provenance: origin }), shell)).toContain(
        `<p class="byline-provenance">${provenance[origin]}<!-- --> <a href="/info/about-us#how-content-is-made">${provenanceLink}</a></p>`,
      )
    },
  )

  // N-13: an undeclared origin is not claimed, not even by a name above the text.
  test('shows no origin of a text that declares none', () => {
    const { provenance: _, ...page } = buildArticle().article
    const html = byline({ ...buildArticle(), article: page })
    expect(html).not.toContain('byline-provenance')
    expect(html).toContain(`<span class="byline-author">${signed}<!-- --> <a`)
  })

  test('names a person as writer only of a text that a person wrote', () => {
    const wordsBefore = (origin: 'human' | 'assisted' | 'generated') =>
      /"byline-author">([^<]*)/.exec(byline(buildArticle({ provenance: origin })))?.[1]
    expect([wordsBefore('human'), wordsBefore('assisted'), wordsBefore('generated')]).toEqual([
      by,
      by,
      signed,
    ])
  })

  test('names who is responsible for a text, and who reviewed it and when', () => {
    const html = byline(
      buildArticle({
        provenance: 'generated',
        answeredBy: 'Ada Bell',
        reviewedBy: 'Cem Dal',
        reviewedAt: '2026-03-04T00:00:00.000Z',
      }),
    )
    expect(html).toContain(`${provenance.generated} ${answeredBy('Ada Bell')}<!-- --> <a`)
    expect(byline(buildArticle({ provenance: 'generated', office: 'An office' }))).toContain(
      answeredBy('An office'),
    )
    expect(html).toContain(
      `<p class="byline-provenance">${reviewedBy} Cem Dal, <time dateTime="2026-03-04T00:00:00.000Z">${day('2026-03-04T00:00:00.000Z')}</time></p>`,
    )
    expect(byline(buildArticle({ reviewedBy: 'Cem Dal' }))).toContain(`>${reviewedBy} Cem Dal</p>`)
  })
})
