import { expect, test } from 'vitest'
import { locateNumbers } from './locate-numbers.ts'

const wordsIn = (source: string) => {
  const numbers = locateNumbers(source, 'en_US')
  const found = numbers.flatMap(({ place }) => place ?? [])
  for (const { words } of found) {
    expect(source.slice(words.start).startsWith(words.text)).toBe(true)
  }
  return {
    found: found.map(({ words, ends }) => [words.text, source.slice(ends)]),
    lost: numbers.filter(({ place }) => !place),
  }
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

test('inputs and formulas are found as facts are', () => {
  const source = '[**$1**](<input: a, fact b, 1 to 2>) [$2](<calc: max(a, 2) * 6.5%>) [$3](calc:3).'
  expect(wordsIn(source)).toEqual({
    found: [
      ['**$1**', source.slice(source.indexOf(' [$2]'))],
      ['$2', ' [$3](calc:3).'],
      ['$3', '.'],
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
  expect(lost).toMatchObject([{ fact: 'a', printed: '$1' }])
})
