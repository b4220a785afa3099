import { expect, test } from 'vitest'
import { withSavedLine } from './saved-line.ts'

const AT = new Date('2026-11-23T04:28:33Z')

test.each([
  ['en_US', 'Saved copy of ', 'November 23, 2026 at 4:28 AM UTC', ''],
  ['ru_RU', 'Сохранённая копия от ', '23 ноября 2026 г. в 04:28 UTC', ''],
  ['tr_TR', '', '23 Kasım 2026 04:28 UTC', ' tarihli kayıtlı kopya'],
] as const)('a saved page has a notice of its time in %s', (locale, before, time, after) => {
  const html = withSavedLine('<html>\n<body>\n<div>$& text</div>\n</body>', locale, AT)
  // The space before AM is a non-breaking one.
  expect(html.replaceAll('\u202f', ' ')).toBe(
    `<html>\n<body>\n<aside class="saved-copy">${before}<time datetime="2026-11-23T04:28:33.000Z">${time}</time>${after}</aside>\n<div>$& text</div>\n</body>`,
  )
})
