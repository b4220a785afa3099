import { describe, expect, test } from 'vitest'
import { parseTag, writeTag } from './tags.ts'

describe('a tag', () => {
  test.each([
    ['home', { kind: 'home', name: '' }],
    ['card:58dfe48b', { kind: 'card', name: '58dfe48b' }],
    ['address:/a:b', { kind: 'address', name: '/a:b' }],
    ['list:author:eve', { kind: 'list', name: 'author:eve' }],
    ['list:author:eve:12', { kind: 'archive', name: 'author:eve' }],
    ['letter:words:a', { kind: 'letter', name: 'words:a' }],
  ])('%s is parsed', (tag, parts) => {
    expect(parseTag(tag)).toEqual(parts)
  })

  test('has its names, in order', () => {
    expect(writeTag('home')).toBe('home')
    expect(writeTag('list', 'a/b', 3)).toBe('list:a/b:3')
  })

  test('keeps its kind when its names are too long, and has a hash of them', () => {
    const long = 'x'.repeat(200)
    const [kept, other] = [long, `${long}y`].map((name) => parseTag(writeTag('list', name)))
    expect(kept).toEqual({ kind: 'list', name: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(other).not.toEqual(kept)
  })
})
