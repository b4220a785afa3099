import { expect, test } from 'vitest'
import { warningsAboutTakingBack } from './taken-back.ts'

const PAST = [
  { number: 4, tag: 'd', origin: 'files' },
  { number: 3, tag: 'c', origin: 'api' },
  { number: 2, tag: 'b', origin: null },
  { number: 1, tag: 'a', origin: 'files' },
]

test.each([
  ['a', /^says again what edition 1 said, so editions 2, 3 of the editor API are taken back/],
  ['b', /^says again what edition 2 said, so edition 3 of the editor API is taken back/],
  // The edit of a file is its writer's to take back, and what is new takes nothing back.
  ['c', undefined],
  ['d', undefined],
  ['e', undefined],
])('a file that says what the edition tagged %s said: %s', (tag, said) => {
  const [warning] = warningsAboutTakingBack(PAST, { slug: 'subject', tag })
  if (said) expect(warning?.message).toMatch(said)
  else expect(warning).toBeUndefined()
})
