import { describe, expect, test } from 'vitest'
import { reasonsAboutSources, remarksOnSources, sourceKeysOf } from './check-sources.ts'

describe('links to sources', () => {
  test('are refused where no source has the key, with the nearest one that has', () => {
    const links = [
      { line: 3, key: 'ftc-2024' },
      { line: 5, key: 'ftc-2023' },
    ]
    expect([...reasonsAboutSources(['ftc-2024'], links)]).toEqual([
      {
        field: '/body',
        code: 'E-SOURCE',
        line: 5,
        message:
          'leads to the source "ftc-2023", and no source of the article has that key; did you mean "ftc-2024"?',
      },
    ])
  })

  test('need keys that differ', () => {
    expect([...reasonsAboutSources(['ftc', undefined, 'ftc'], [])]).toEqual([
      { field: '/sources/2/key', message: 'is "ftc", which another source has: choose another' },
    ])
  })

  test('are missed where a source has a key', () => {
    const remarks = [...remarksOnSources(['ftc', 'sec', undefined], [{ line: 1, key: 'sec' }])]
    expect(remarks).toEqual([
      expect.objectContaining({ field: '/sources/0/key', code: 'W-SOURCE-UNUSED' }),
    ])
  })
})

test.each([
  [
    [{ key: 'a' }, {}, { key: 1 }, null],
    ['a', undefined, undefined, undefined],
  ],
  ['none', []],
])('finds the keys in %j', (sources, keys) => {
  expect(sourceKeysOf(sources)).toEqual(keys)
})
