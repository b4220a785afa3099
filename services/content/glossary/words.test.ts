import { expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { createDice } from '../../../tests/support/content/dice.ts'
import { readWords, wordHash } from './words.ts'

/** Letters of our languages and of others, and what changes when it stands beside something else. */
const LETTERS = [
  ...'abIiİıŞşĞğÇçÖöÜüЁёЖжЙйΣσςßÀéﬁǅKÅÅ0９٣',
  ...[
    '\u0307',
    '\u0301',
    '\u0306',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '𝐀',
    '𐐀',
    '가',
    'ᄀ',
    'ᅡ',
    '\ud835',
  ],
]

test.each(LOCALES)('each word of %s has the hash of its folded text', (locale) => {
  const dice = createDice(7)
  const text = Array.from({ length: 20_000 }, () =>
    dice.next() < 0.2 ? dice.oneOf([' ', '-', '’', '&amp;', '.']) : dice.oneOf(LETTERS),
  ).join('')
  const { hashes, starts, foldedAt } = readWords(text, locale, [[0, text.length]])
  expect(starts.length).toBeGreaterThan(2_000)
  expect(hashes).toEqual(starts.map((_, at) => wordHash(foldedAt(at))))
})
