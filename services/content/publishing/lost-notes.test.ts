import { expect, test } from 'vitest'
import { warnOfLostNotes } from './lost-notes.ts'

const note = (on: string, text = 'New limits.') => ({ on, text })
const lostOf = (before: ReturnType<typeof note>[], after: ReturnType<typeof note>[]) =>
  warnOfLostNotes({ changes: before, corrections: [] }, { changes: after, corrections: [] }).map(
    ({ message }) => /\d{4}-\d{2}-\d{2}/.exec(message)?.[0],
  )

test('names each day of which there are fewer notes', () => {
  const [first, second] = [note('2026-11-01'), note('2026-11-02')]
  expect(lostOf([second, first], [first])).toEqual(['2026-11-02'])
  expect(lostOf([second, first], [])).toEqual(['2026-11-02', '2026-11-01'])
  expect(lostOf([second, note('2026-11-02', 'Another.')], [second])).toEqual(['2026-11-02'])
})

test('says how many', () => {
  const note = (text: string) => ({ on: '2026-11-02', text })
  const before = { changes: [note('A.'), note('B.'), note('C.')], corrections: [] }
  const messageFor = (changes: { on: string; text: string }[]) =>
    warnOfLostNotes(before, { changes, corrections: [] }).map(({ message }) => message)
  expect(messageFor([note('A.')])).toEqual([expect.stringMatching(/^lack 2 entries of /)])
  expect(messageFor([note('A.'), note('B.')])).toEqual([expect.stringMatching(/^lack 1 entry of /)])
})

test('names none that is said in other words, or beside a new one', () => {
  expect(lostOf([note('2026-11-01')], [note('2026-11-01', 'New limits of 2027.')])).toEqual([])
  expect(lostOf([note('2026-11-01')], [note('2026-11-02'), note('2026-11-01')])).toEqual([])
})

test('in a full list of 20 the oldest makes room, and in one of 19 it does not', () => {
  const days = Array.from({ length: 20 }, (_, index) => note(`2026-10-${30 - index}`))
  expect(lostOf(days, [note('2026-11-01'), ...days.slice(0, 19)])).toEqual([])
  expect(lostOf(days, days.slice(0, 19))).toEqual(['2026-10-11'])
})
