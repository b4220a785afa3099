import fc from 'fast-check'
import { expect, test } from 'vitest'
import { titleId } from '../../../../tests/support/site/search-titles.ts'
import { buildAtOnce } from './build-segment.ts'
import { readTitle } from './title-segment.ts'

test('titles and paths are read back as they were given, whatever the paths', () => {
  const words = [
    'What',
    'a',
    'Bond',
    'is:',
    '—',
    '401(k)',
    '',
    'счёт',
    'S&P',
    '👍',
    'rate\u00a0cut',
  ]
  const title = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((some) => some.join(' '))
  const spelled = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-zа-яё0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  const path = fc.oneof(
    fc.constantFrom('/', '/articles/', '/articles/a-b', '/a/b/c', 'x', '/articles/what--a-', ''),
    fc.nat(9).map((number) => `/articles/bond-${number}`),
  )
  const cut = fc.option(fc.nat(9), { nil: undefined })
  const drawn = fc.tuple(title, fc.option(path, { nil: undefined }), cut)
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 20 }), (some) => {
      const titles = some.map(([text, given, cutAt], number) => ({
        id: titleId(number),
        title: text,
        path: given ?? `/articles/${spelled(text).slice(0, cutAt)}`,
        // "Newest first" is the reverse of this order.
        publishedMs: number,
      }))
      const segment = buildAtOnce(titles, 'en_US')
      const read = titles.map((_, row) => readTitle(segment, row)).reverse()
      expect(read).toEqual(
        titles.map(({ id, path, title }) => ({ id, path, title: title.toWellFormed() })),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('a malformed id is refused', () => {
  const title = { id: 'ABC', title: 'Bond', path: '/articles/bond', publishedMs: 0 }
  expect(() => buildAtOnce([title], 'en_US')).toThrow('Not the id of an article: ABC')
})
