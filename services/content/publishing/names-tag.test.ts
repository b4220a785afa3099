import { expect, test } from 'vitest'
import { namesTag } from './names-tag.ts'

test.each([
  ['*', true],
  ['"abc"', true],
  ['abc', true],
  ['"x", "abc"', true],
  ['x,abc', true],
  ['"ab"', false],
  ['ab', false],
  ['""', false],
  ['', false],
])('%s names the tag "abc": %s', (condition, isNamed) => {
  expect(namesTag(condition, '"abc"')).toBe(isNamed)
})
