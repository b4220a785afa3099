import { describe, expect, test } from 'vitest'
import { linkTarget } from './link-target.ts'

const PAGE = '/articles/a'
const ORIGIN = 'https://test.example'

describe('where a link leads', () => {
  test.each([
    ['/b', '/b', ''],
    ['/b?c=d#e', '/b', 'e'],
    ['#e', PAGE, 'e'],
    ['', PAGE, ''],
    ['b', '/articles/b', ''],
    ['../b/', '/b/', ''],
    ['/%62#%65', '/b', 'e'],
    ['/%', '/%', ''],
    [`${ORIGIN}/b#e`, '/b', 'e'],
    ['//test.example/b', '/b', ''],
  ])('within the site: %s', (address, path, fragment) => {
    expect(linkTarget(address, PAGE, ORIGIN)).toEqual({ path, fragment })
  })

  test.each([
    'https://www.example.org/b',
    'https://test.example.org/b',
    'http://test.example/b',
    '//www.example.org/b',
    'mailto:a@example.org',
    'tel:123',
  ])('elsewhere: %s', (address) => {
    expect(linkTarget(address, PAGE, ORIGIN)).toBeUndefined()
  })
})
