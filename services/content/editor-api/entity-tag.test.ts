import { describe, expect, test } from 'vitest'
import { entityTag, requireMatch } from './entity-tag.ts'

const refused = expect.objectContaining({ code: 'precondition-failed' })

describe('requireMatch', () => {
  test.each([
    ['no condition at all', undefined, 7],
    ['no condition on something new', undefined, undefined],
    ['the tag of now', '"r7"', 7],
    ['anything that exists', '*', 7],
    ['one of several tags', '"r5", "r7"', 7],
  ])('accepts %s', (_name, condition, current) => {
    expect(() => requireMatch(condition, current)).not.toThrow()
  })

  test.each([
    ['an older tag', '"r6"', 7],
    ['a tag that only begins alike', '"r70"', 7],
    ['a weak tag', 'W/"r7"', 7],
    ['a tag without quotes', 'r7', 7],
    ['an empty condition', '', 7],
    ['a tag of something that does not exist', '"r7"', undefined],
    ['anything, where nothing exists', '*', undefined],
  ])('refuses %s', (_name, condition, current) => {
    expect(() => requireMatch(condition, current)).toThrow(refused)
  })

  test('names the tag of now to whoever lost', () => {
    expect(() => requireMatch('"r6"', 7)).toThrow(entityTag(7))
  })
})
