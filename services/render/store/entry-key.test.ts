import { expect, test } from 'vitest'
import { entryKey, pathOfEntryKey } from './entry-key.ts'

test.each([
  ['/', '_root.entry'],
  ['/a', 'a.entry'],
  ['/articles/a-1/page/2', 'articles/a-1/page/2.entry'],
  ['/404.html', '404.html.entry'],
  ['/sitemap/2.xml', 'sitemap/2.xml.entry'],
])('the page %s is stored as %s, and parsed back', (path, key) => {
  expect(entryKey(path)).toBe(key)
  expect(pathOfEntryKey(key)).toBe(path)
})

test.each(['a', 'a.tmp', '.entry', 'A.entry', 'a//b.entry', '../a.entry', '_root/a.entry'])(
  'the file %s belongs to no page',
  (key) => {
    expect(pathOfEntryKey(key)).toBeUndefined()
  },
)
