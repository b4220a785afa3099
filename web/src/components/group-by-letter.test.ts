import { expect, test } from 'vitest'
import { groupByLetter } from './group-by-letter.ts'

const lettersOf = (languageTag: string, ...titles: string[]) =>
  groupByLetter(
    titles.map((title) => ({ title })),
    languageTag,
  ).map(({ letter, members }) => `${letter}${members.length}`)

test('puts accented letters with their plain ones in English', () => {
  expect(lettersOf('en-US', 'Eleanor', 'Émile', 'Ethan', 'Farida')).toEqual(['E3', 'F1'])
})

test('follows the alphabet of the language', () => {
  expect(lettersOf('tr-TR', 'Selin', 'Şule')).toEqual(['S1', 'Ş1'])
  expect(lettersOf('tr-TR', 'Işık', 'irem')).toEqual(['I1', 'İ1'])
})
