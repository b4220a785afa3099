import { expect, test } from 'vitest'
import { createFreshness } from './freshness.ts'

const at = (revision: number, feed = 'feed') => ({ feed, revision })

function watch() {
  let nowMs = 0
  const freshness = createFreshness(5_000, () => nowMs)
  return {
    ...freshness,
    pass(ms: number) {
      nowMs += ms
    },
  }
}

test('every copy is current while no revision is known', () => {
  expect(watch().isCurrent(at(0))).toBe(true)
})

test('a copy may be five seconds behind, however often something is published', () => {
  const { note, isCurrent, pass } = watch()
  for (let revision = 1; revision <= 20; revision++) {
    note(at(revision))
    pass(1_000)
  }
  expect(isCurrent(at(20))).toBe(true)
  expect(isCurrent(at(15))).toBe(true)
  expect(isCurrent(at(14))).toBe(false)
  expect(isCurrent(at(25))).toBe(true)

  pass(60_000)
  expect(isCurrent(at(20))).toBe(true)
  expect(isCurrent(at(19))).toBe(false)
})

test('another history is never current, and a new one starts without a lag', () => {
  const { note, isCurrent, pass } = watch()
  note(at(9))
  pass(60_000)
  expect(isCurrent(at(9, 'other'))).toBe(false)

  note(at(2, 'other'))
  expect(isCurrent(at(1, 'other'))).toBe(true)
  expect(isCurrent(at(9))).toBe(false)
})
