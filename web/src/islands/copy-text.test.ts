import { expect, test } from 'vitest'
import { copyKeys } from './copy-text.ts'

test.each([
  ['⌘+C', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'],
  ['⌘+C', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'],
  ['Ctrl+C', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Ctrl+C', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36'],
])('names %s on %s', (keys, userAgent) => {
  expect(copyKeys(userAgent)).toBe(keys)
})
