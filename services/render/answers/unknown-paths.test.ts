import { describe, expect, test } from 'vitest'
import { createUnknownPaths } from './unknown-paths.ts'

describe('unknown paths', () => {
  test('are remembered for a second', () => {
    let now = 5_000
    const paths = createUnknownPaths(() => now)
    paths.add('/a')
    expect([paths.has('/a'), paths.has('/b')]).toEqual([true, false])
    now += 999
    expect(paths.has('/a')).toBe(true)
    now += 1
    expect(paths.has('/a')).toBe(false)
  })

  test('are remembered with the article that is probably meant', () => {
    const paths = createUnknownPaths(() => 0)
    const nearest = { title: 'Bonds', path: '/articles/bonds' }
    paths.add('/articles/bods', nearest)
    paths.add('/other')
    expect([paths.nearestTo('/articles/bods'), paths.nearestTo('/other')]).toEqual([
      nearest,
      undefined,
    ])
  })

  test('make room by forgetting the oldest', () => {
    const paths = createUnknownPaths(() => 0)
    for (let count = 0; count <= 5_000; count++) paths.add(`/${count}`)
    expect([paths.has('/0'), paths.has('/1'), paths.has('/5000')]).toEqual([false, true, true])
  })
})
