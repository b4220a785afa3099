import { expect, test } from 'vitest'
import { locateFactLinks } from './locate-fact-links.ts'

const wordsIn = (source: string) => {
  const { found, lost } = locateFactLinks(source, 'en_US')
  for (const { words } of found) {
    expect(source.slice(words.start).startsWith(words.text)).toBe(true)
  }
  return { found: found.map(({ words, ends }) => [words.text, source.slice(ends)]), lost }
}

test('links are found where they stand, also in tables, with emphasis and in brackets', () => {
  const source = 'A\n[$1](fact:a) and **[$2](<fact:b>)**.\n\n| [*$3*](FACT:c@2025) |\n|---|\n| x |'
  expect(wordsIn(source)).toEqual({
    found: [
      ['$1', ' and **[$2](<fact:b>)**.\n\n| [*$3*](FACT:c@2025) |\n|---|\n| x |'],
      ['$2', '**.\n\n| [*$3*](FACT:c@2025) |\n|---|\n| x |'],
      ['*$3*', ' |\n|---|\n| x |'],
    ],
    lost: [],
  })
})

test('code is not a link', () => {
  const source = '`[$1](fact:a)` and [$2](fact:a)\n\n```\n[$3](fact:a)\n```\n\n    [$4](fact:a)\n'
  expect(wordsIn(source).found.map(([words]) => words)).toEqual(['$2'])
})

test('a link by reference is said to be lost', () => {
  const { found, lost } = wordsIn('The limit is [$1][limit].\n\n[limit]: fact:a')
  expect(found).toEqual([])
  expect(lost).toMatchObject([{ definition: 'a', printed: '$1' }])
})
