import { describe, expect, test } from 'vitest'
import { withNote } from './change-note.ts'

const AT = { day: '2026-12-01', updatedAt: '2026-11-01T00:00:00.000Z' }
const FORMER = { on: '2026-11-01', text: 'The limits of 2026.' }

describe('a change', () => {
  test('with a note is told first, and once', () => {
    const once = withNote({ title: 'T', changes: [FORMER] }, { note: 'The limits of 2027.' }, AT)
    expect(once).toEqual({
      title: 'T',
      changes: [{ on: '2026-12-01', text: 'The limits of 2027.' }, FORMER],
    })
    expect(withNote(once, { note: 'The limits of 2027.' }, AT)).toEqual(once)
  })

  test('that is minor leaves the time of the update', () => {
    expect(withNote({ title: 'T' }, { minor: true }, AT)).toEqual({
      title: 'T',
      updatedAt: AT.updatedAt,
    })
    expect(withNote({ title: 'T' }, { minor: true }, { ...AT, updatedAt: undefined })).toEqual({
      title: 'T',
    })
  })

  test('with neither changes no field, and cannot have both', () => {
    expect(withNote({ title: 'T' }, {}, AT)).toEqual({ title: 'T' })
    expect(() => withNote({}, { note: 'N', minor: true }, AT)).toThrow('was not saved')
  })

  test('takes the place of the oldest of twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => ({ on: '2026-11-01', text: `${at}` }))
    const { changes } = withNote({ changes: twenty }, { note: 'New.' }, AT)
    expect(changes).toHaveLength(20)
    expect(changes).toEqual([{ on: '2026-12-01', text: 'New.' }, ...twenty.slice(0, 19)])
  })
})
