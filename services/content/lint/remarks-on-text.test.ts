import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { remarksOnText } from './remarks-on-text.ts'

const codesOf = (source: string, locale: Locale = 'en_US') =>
  remarksOnText(renderMarkdown(source, 'Title', locale).outline, locale).map(
    ({ code, line }) => `${code} ${line}`,
  )

describe('remarks on a text', () => {
  test.each<[Locale, string]>([
    ['en_US', 'Click here'],
    ['en_US', 'READ MORE …'],
    ['en_US', '«here» →'],
    ['en_US', 'https://www.example.org/a'],
    ['ru_RU', 'Подробнее…'],
    ['ru_RU', 'по ссылке'],
    ['tr_TR', 'Buraya TIKLAYIN'],
    ['tr_TR', 'devamı'],
  ])('in %s, "%s" does not say where a link leads', (locale, text) => {
    expect(codesOf(`[${text}](/a)`, locale)).toEqual(['W-LINK-TEXT 0'])
  })

  test.each<[Locale, string]>([
    ['en_US', 'here is how bonds work'],
    ['ru_RU', 'here'],
    ['tr_TR', 'mevduat faizi'],
    ['en_US', '![a chart](/a.png)'],
  ])('in %s, "%s" does', (locale, text) => {
    expect(codesOf(`[${text}](/a)`, locale)).toEqual([])
  })

  test('a link without words and an image without text', () => {
    expect(codesOf('[](/a)\n![ ](/b.png)')).toEqual(['W-ALT 1', 'W-LINK-TEXT 0'])
  })

  test.each([
    ['## A\n\n### B\n\n## C\n\n### D\n\n#### E', []],
    ['### A', ['W-HEADING-ORDER 0']],
    ['# A\n\n## B', ['W-HEADING-ORDER 0']],
    ['## A\n\n#### B\n\n##### C\n\n## D', ['W-HEADING-ORDER 2']],
    ['## A\n\n###', ['W-EMPTY-HEADING 2']],
  ])('the order of the headings of %j', (source, codes) => {
    expect(codesOf(source)).toEqual(codes)
  })

  test.each([
    ['|  | A |\n|---|---|', []],
    ['| A |  |\n|---|---|', ['W-TABLE-HEAD 0']],
    ['|  |\n|---|\n| a |', ['W-TABLE-HEAD 0']],
  ])('the heads of %j', (source, codes) => {
    expect(codesOf(source)).toEqual(codes)
  })
})
