import { describe, expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { buildPages, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { renderApp } from '../render-app.ts'

const { facts: page } = buildPages()
const [group] = page.groups
const others = {
  facts: [
    { name: 'cpi', title: 'Prices', values: [{ from: '2026-01-01', is: '3%' }], articles: [] },
  ],
}

const mainOf = (groups: typeof page.groups, locale: (typeof LOCALES)[number] = 'en_US') => {
  const shell = buildShell()
  shell.site.locale = locale
  const html = renderApp({ ...page, groups }, shell).replaceAll('<!-- -->', '')
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}
const headingsOf = (html: string) =>
  [...html.matchAll(/<(h[23]) id="([^"]*)"/g)].map(([, level, id]) => `${level} ${id}`)
const jumpsOf = (html: string) =>
  [...html.matchAll(/<a href="(#[^"]*)">([^<]*)<\/a>/g)].map(([, to, text]) => `${to} ${text}`)

describe('the page of facts', () => {
  test('has a heading for each subject, and leads to it from its top', () => {
    const html = mainOf([...(group ? [group] : []), others])
    expect(headingsOf(html)).toEqual([
      'h2 subject_retirement-accounts',
      'h3 401k-limit',
      'h2 other_facts',
      'h3 cpi',
    ])
    expect(jumpsOf(html)).toEqual([
      '#subject_retirement-accounts Retirement accounts',
      '#other_facts Other figures',
    ])
    expect(html).toContain('<nav aria-label="On this page">')
  })

  test('has no heading above its figures, and no list, where none has a subject', () => {
    const html = mainOf([others])
    expect(headingsOf(html)).toEqual(['h2 cpi'])
    expect(jumpsOf(html)).toEqual([])
    expect(html).not.toContain('Other figures')
  })

  test.each(LOCALES)('offers the data below all figures in %s', (locale) => {
    const html = mainOf([...(group ? [group] : []), others], locale)
    expect(html.indexOf('href="/facts.csv"')).toBeGreaterThan(html.indexOf('id="cpi"'))
    expect(mainOf([], locale)).not.toContain('href="/facts.csv"')
  })
})
