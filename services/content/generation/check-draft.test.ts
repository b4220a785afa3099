import { expect, test } from 'vitest'
import { wordsWithSuffix } from './check-draft.ts'

test('finds words by their suffixes, each once, with Turkish casing', () => {
  const text = 'Faiz, GELİRMEKTEDİR ve artmaktadır. Gelirmektedir! Bu mektedir değil.'
  expect(wordsWithSuffix(text, ['-mektedir', '-MAKTADIR'], 'tr_TR')).toEqual([
    'gelirmektedir',
    'artmaktadır',
  ])
})

test('finds nothing while no suffix is forbidden [M-314]', () => {
  expect(wordsWithSuffix('artmaktadır', [], 'tr_TR')).toEqual([])
})

test('names ten words at most', () => {
  const words = Array.from('abcdefghijklmnop', (letter) => `${letter}ция`).join(' ')
  expect(wordsWithSuffix(words, ['ция'], 'ru_RU')).toHaveLength(10)
})
