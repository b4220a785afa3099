import { describe, expect, test } from 'vitest'
import { addressOf, numberedAddress, pathAt } from './topic-address.ts'

describe('the address of a topic', () => {
  test.each([
    ['/a/b/topics/x', '/a/b', '?topic=x'],
    ['/a/b/topics/x/page/3', '/a/b/page/3', '?topic=x'],
  ])('%s is found at %s%s, and back', (path, section, search) => {
    expect(addressOf(path)).toBe(section + search)
    expect(pathAt(section, search)).toBe(path)
  })

  test.each([
    ['/a/b', '?utm_source=y&topic=x', '/a/b/topics/x'],
    ['/a/b', '?topic=x&topic=y', '/a/b/topics/x'],
    ['/a/b', '?topic=X%2F..%2Fy', '/a/b/topics/X%2F..%2Fy'],
  ])('%s%s names the topic at %s', (section, search, path) => {
    expect(pathAt(section, search)).toBe(path)
  })

  test.each([
    ['/a/b', ''],
    ['/a/b', '?topic='],
    ['/a/b', '?topics=x'],
    ['/', '?topic=x'],
    ['/a', '?topic=x'],
    ['/a/page/2', '?topic=x'],
    ['/a/letters/x', '?topic=x'],
    ['/articles/b', '?topic=x'],
    ['/authors/b', '?topic=x'],
    ['/authors/b/page/1', '?topic=x'],
    ['/info/b', '?topic=x'],
  ])('%s%s names none', (path, search) => {
    expect(pathAt(path, search)).toBe(path)
    expect(addressOf(path)).toBe(path)
  })
})

test('archive pages have their number before the query', () => {
  expect(numberedAddress('/a/b', 2)).toBe('/a/b/page/2')
  expect(numberedAddress('/a/b?topic=x', 2)).toBe('/a/b/page/2?topic=x')
})
