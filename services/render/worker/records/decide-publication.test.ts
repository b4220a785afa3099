import { expect, test } from 'vitest'
import { decidePublication, needsStored } from './decide-publication.ts'

const page = { revision: 5, etag: 'made' }
const stored = (revision: number, fingerprint: string) => ({ revision, fingerprint })

test.each([
  ['newer and different', { revision: 4, etag: 'before' }, undefined, 'written'],
  ['newer and the same', { revision: 4, etag: 'made' }, stored(4, 'made'), 'same'],
  ['newer and the same as one that was lost', { revision: 4, etag: 'made' }, undefined, 'written'],
  [
    'newer and the same as was recorded, where another one is stored',
    { revision: 4, etag: 'made' },
    stored(6, 'left by a process that was killed'),
    'written',
  ],
  [
    'older than what is recorded and stored',
    { revision: 6, etag: 'after' },
    stored(6, 'after'),
    'old',
  ],
  ['older than one that was lost', { revision: 6, etag: 'after' }, undefined, 'written'],
  [
    'older than one that nobody recorded',
    { revision: 6, etag: 'after' },
    stored(7, 'left by a process that was killed'),
    'old',
  ],
  [
    'older than what is recorded, newer than what is stored',
    { revision: 6, etag: 'after' },
    stored(4, 'before'),
    'written',
  ],
  ['older and the same', { revision: 6, etag: 'made' }, stored(6, 'made'), 'old'],
  ['of the same revision and different', { revision: 5, etag: 'other' }, undefined, 'written'],
] as const)('a page that is %s', (_, recorded, found, expected) => {
  expect(decidePublication(page, recorded, found)).toBe(expected)
})

test('the store is read only where it matters', () => {
  expect(needsStored(page, { revision: 4, etag: 'before' })).toBe(false)
  expect(needsStored(page, { revision: 5, etag: 'before' })).toBe(false)
  expect(needsStored(page, { revision: 6, etag: 'before' })).toBe(true)
  expect(needsStored(page, { revision: 4, etag: 'made' })).toBe(true)
})
