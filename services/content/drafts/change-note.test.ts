import { describe, expect, test } from 'vitest'
import { withNote } from './change-note.ts'

const DAY = '2026-12-01'
const FORMER = { on: '2026-11-01', text: 'The limits of 2026.' }

describe('a change', () => {
  test('with a note is told first, and once', () => {
    const once = withNote({ title: 'T', changes: [FORMER] }, { note: 'The limits of 2027.' }, DAY)
    expect(once).toEqual({
      title: 'T',
      changes: [{ on: '2026-12-01', text: 'The limits of 2027.' }, FORMER],
    })
    expect(withNote(once, { note: 'The limits of 2027.' }, DAY)).toEqual(once)
  })

  test('without a note changes no field, and cannot be minor with one', () => {
    expect(withNote({ title: 'T' }, {}, DAY)).toEqual({ title: 'T' })
    expect(withNote({ title: 'T' }, { minor: true }, DAY)).toEqual({ title: 'T' })
    expect(() => withNote({}, { note: 'N', minor: true }, DAY)).toThrow('was not saved')
  })

  test('takes the place of the oldest of twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => ({ on: '2026-11-01', text: `${at}` }))
    const { changes } = withNote({ changes: twenty }, { note: 'New.' }, DAY)
    expect(changes).toHaveLength(20)
    expect(changes).toEqual([{ on: '2026-12-01', text: 'New.' }, ...twenty.slice(0, 19)])
  })
})
