import { describe, expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { bareNotFoundPage, bareShell, errorPage } from './error-page.ts'

describe.each(LOCALES)('without content, in %s', (locale) => {
  const shell = bareShell(locale)
  const pages = [errorPage(shell), bareNotFoundPage(locale)]

  test('the frame has the language of the deployment', () => {
    expect(shell.site.locale).toBe(locale)
  })

  test('every page has noindex', () => {
    expect(pages.map(({ seo }) => seo.noindex)).toEqual([true, true])
  })

  test('no text is in another language', () => {
    const others = LOCALES.filter((other) => other !== locale).map(bareShell)
    for (const other of others) {
      expect(other.site.title).not.toBe(shell.site.title)
      expect(other.site.disclaimer).not.toBe(shell.site.disclaimer)
      expect(errorPage(other).seo.title).not.toBe(pages[0]?.seo.title)
      expect(bareNotFoundPage(other.site.locale).seo.title).not.toBe(pages[1]?.seo.title)
    }
  })
})

test('the error page names the categories of the menu', () => {
  const menu = [{ label: 'Bonds', key: '/bonds' }]
  expect(errorPage({ ...bareShell('en_US'), menu }).categories).toEqual([
    { title: 'Bonds', path: '/bonds' },
  ])
})
