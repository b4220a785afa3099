import { describe, expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { buildArticle, buildShell } from '../pages/page-builders.ts'
import { renderApp } from '../render-app.ts'
import { stringsFor } from '../strings/strings-for.ts'

describe.each(LOCALES)('the byline in %s', (locale) => {
  const shell = buildShell()
  shell.site.locale = locale
  const { provenance, provenanceLink } = stringsFor(locale)

  test.each(['human', 'assisted', 'generated'] as const)(
    'says that a text is %s, and leads to how texts are made',
    (origin) => {
      expect(renderApp(buildArticle({ provenance: origin }), shell)).toContain(
        `<p class="byline-provenance">${provenance[origin]}<!-- --> <a href="/info/about-us#how-content-is-made">${provenanceLink}</a></p>`,
      )
    },
  )
})
