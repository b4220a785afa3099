import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { remarksOnStyle } from './remarks-on-style.ts'

const remarksOn = (source: string, locale: Locale) =>
  remarksOnStyle(renderMarkdown(source, 'Title', locale).outline, locale).map(
    ({ code, line, message }) => `${code} ${line} ${message}`,
  )

describe('remarks on style', () => {
  test.each<[Locale, string, string]>([
    ['en_US', 'A loan at 5 per cent.', 'says "per cent": write "percent"'],
    ['en_US', 'The [cheques](/a) are dearer.', 'says "cheques": write "checks"'],
    ['ru_RU', 'Банк осуществляет перевод.', 'says "осуществляет": write глагол'],
    ['tr_TR', 'Ödemeyi gerçekleştirin.', 'says "gerçekleştirin": write "yapmak"'],
  ])('in %s, of "%s"', (locale, text, message) => {
    expect(remarksOn(`First.\n\n- ${text}`, locale)[0]).toContain(`W-STYLE 2 ${message}`)
  })

  test.each<[Locale, string]>([
    ['en_US', 'The Labour party, and what it calls a "licence".'],
    ['en_US', 'Percentages, discolouring, grey-haired and https://www.example.org/colour.'],
    ['ru_RU', 'Банк называет это «денежные средства».'],
    ['tr_TR', 'Asgari tutar ve ölçüt.'],
  ])('in %s, none of "%s"', (locale, text) => {
    expect(remarksOn(text, locale)).toEqual([])
  })

  test('at most twenty of one text', () => {
    expect(remarksOn('whilst '.repeat(30), 'en_US')).toHaveLength(20)
  })
})
