import path from 'node:path'
import { expect, test } from 'vitest'
import { MUTATIONS } from '../mutations/all.ts'
import { reasonsAgainst } from '../mutations/places.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('every place of tests/mutations exists once, and its test exists', async () => {
  expect(MUTATIONS.flatMap(({ changes }) => changes).length).toBeGreaterThan(90)
  expect(await reasonsAgainst(ROOT, MUTATIONS)).toEqual([])
})

test('a place that is missing or ambiguous, or whose test is missing, is reported', async () => {
  const file = 'tests/architecture/mutations.test.ts'
  const change = (from: string) => [[file, from, 'x']] as const
  // In two parts, so that it is not here.
  const gone = ['nowhere', 'at all'].join(' ')
  expect(
    await reasonsAgainst(ROOT, [
      { holds: 'A', test: [file, 'that is gone'], changes: change(gone) },
      { holds: 'B', test: [file, gone], changes: [] },
      { holds: 'C', test: [file, 'that is gone'], changes: change('reasonsAgainst') },
    ]),
  ).toEqual([
    `A: “${gone}” stands 0 times in ${file}`,
    `B: no “${gone}” in ${file}`,
    expect.stringMatching(/^C: “reasonsAgainst” stands \d times/),
  ])
})
