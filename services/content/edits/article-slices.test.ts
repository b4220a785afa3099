import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ARTICLE_SLICES } from './article-slices.ts'

test('every article is in one slice, and the slices are in order', () => {
  const ends = ['0'.repeat(32), 'f'.repeat(32)].map((hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  )
  for (const id of [...ends, ...Array.from({ length: 200 }, () => randomUUID())]) {
    expect(ARTICLE_SLICES.filter(({ first, last }) => first <= id && id <= last)).toHaveLength(1)
  }
  const bounds = ARTICLE_SLICES.flatMap(({ first, last }) => [first, last])
  expect(bounds).toEqual(bounds.toSorted())
})
