import { describe, expect, test } from 'vitest'
import { createUnknownPaths } from './unknown-paths.ts'

describe('unknown paths', () => {
  test('are cached for a second', () => {
    let now = 5_000
    const paths = createUnknownPaths({ now: () => now })
    paths.set('/a', {})
    expect([paths.has('/a'), paths.has('/b')]).toEqual([true, false])
    now += 999
    expect(paths.has('/a')).toBe(true)
    now += 2
    expect(paths.has('/a')).toBe(false)
  })

  test('are cached with the suggested article', () => {
    const paths = createUnknownPaths()
    const nearest = { title: 'Bonds', path: '/articles/bonds' }
    paths.set('/articles/bods', { nearest })
    paths.set('/other', {})
    expect([paths.get('/articles/bods')?.nearest, paths.get('/other')?.nearest]).toEqual([
      nearest,
      undefined,
    ])
  })

  test('are evicted, the oldest first', () => {
    const paths = createUnknownPaths()
    for (let count = 0; count <= 5_000; count++) paths.set(`/${count}`, {})
    expect([paths.has('/0'), paths.has('/1'), paths.has('/5000')]).toEqual([false, true, true])
  })
})
