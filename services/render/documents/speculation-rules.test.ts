import { expect, test } from 'vitest'
import { SPECULATION_RULES } from './speculation-rules.ts'

const HERE = 'https://finlore.example/articles/one'
const [, excluded] = JSON.parse(SPECULATION_RULES).prefetch[0].where.and
const patterns: string[] = excluded.not.href_matches

test.each([
  ['/', true],
  ['/articles/two', true],
  ['/product-reviews/etfs?topic=bonds', true],
  ['/searching-for-yield', true],
  ['/search', false],
  ['/search?q=bond', false],
  ['/feed.atom', false],
  ['/articles/two.md', false],
])('%s is prefetched: %s', (address, isFetched) => {
  const isExcluded = patterns.some((pattern) =>
    new URLPattern(pattern, HERE).test(new URL(address, HERE).href),
  )
  expect(isExcluded).toBe(!isFetched)
})
