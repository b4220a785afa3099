import { expect, test, vi } from 'vitest'
import type { Reader } from '../database/reader.ts'
import type { Reading } from './readings.ts'
import { openSnapshot } from './snapshot.ts'
import { createWrittenValues } from './written-values.ts'

/** No reading of these tests asks it. */
const DB = {} as Reader

/** A reading of something that was 1 under every key when the edit began, and is 2 now. */
function setUp() {
  const lengths = {
    load: async (_, keys: readonly string[]) => new Map(keys.map((key) => [key, 2])),
  } satisfies Reading<number>
  const load = vi.spyOn(lengths, 'load')
  const { read } = openSnapshot(DB, async () => 1)
  const { current, wrote } = createWrittenValues(DB, read)
  return { lengths, load, current, wrote }
}

test('what an edit has not written is as it was when the edit began', async () => {
  const { lengths, load, current, wrote } = setUp()
  wrote(lengths, 'b')

  expect(await current(lengths, ['a'])).toEqual(new Map([['a', 1]]))
  expect(load).not.toHaveBeenCalled()
})

test('what it has written is asked for again, unless it said the value', async () => {
  const { lengths, load, current, wrote } = setUp()
  wrote(lengths, 'b')
  wrote(lengths, 'c', 3)

  expect(await current(lengths, ['a', 'b', 'c'])).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
  )
  expect(load.mock.calls.map(([, keys]) => keys)).toEqual([['b']])
})

test('the last of several writes counts', async () => {
  const { lengths, current, wrote } = setUp()
  wrote(lengths, 'a', 3)
  wrote(lengths, 'a')

  expect(await current(lengths, ['a'])).toEqual(new Map([['a', 2]]))
})

test('a reading that says how is asked in its own way', async () => {
  const { lengths, load, current, wrote } = setUp()
  const quick = { ...lengths, reload: async () => new Map([['a', 4]]) }
  wrote(quick, 'a')

  expect(await current(quick, ['a'])).toEqual(new Map([['a', 4]]))
  expect(load).not.toHaveBeenCalled()
})
