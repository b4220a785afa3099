import { describe, expect, test } from 'vitest'
import { MOMENT_PATTERN, readMoment } from './moment.ts'

const BERLIN = 'Europe/Berlin'

describe('a moment', () => {
  test('without an offset is by the clocks of the site', () => {
    const read = (text: string, zone: string) => readMoment(text, zone)
    expect(read('2026-11-27T09:00', 'Europe/Istanbul')).toEqual({
      instant: '2026-11-27T06:00:00.000Z',
    })
    expect(read('2026-07-01T09:00', BERLIN)).toEqual({ instant: '2026-07-01T07:00:00.000Z' })
    expect(read('2026-12-31T23:59:59', 'America/New_York')).toEqual({
      instant: '2027-01-01T04:59:59.000Z',
    })
    expect(read('2026-11-27T09:00', 'Asia/Kathmandu')).toEqual({
      instant: '2026-11-27T03:15:00.000Z',
    })
    expect(read('2026-11-27T09:00', 'UTC')).toEqual({ instant: '2026-11-27T09:00:00.000Z' })
  })

  test('with an offset is that instant in any zone', () => {
    expect(readMoment('2026-11-27T09:00:30+03:00', BERLIN)).toEqual({
      instant: '2026-11-27T06:00:30.000Z',
    })
    expect(readMoment('2026-11-27T09:00Z', BERLIN)).toEqual({ instant: '2026-11-27T09:00:00.000Z' })
  })

  test('that never comes, because clocks are put forward, is refused with both neighbours', () => {
    expect(readMoment('2027-03-28T02:30', BERLIN)).toEqual({
      problem:
        'never comes in Europe/Berlin: clocks are put forward. Send 2027-03-28T01:30:00+01:00 or 2027-03-28T03:30:00+02:00',
    })
    expect(readMoment('2027-03-28T01:59:59', BERLIN)).toHaveProperty('instant')
    expect(readMoment('2027-03-28T02:00', BERLIN)).toHaveProperty('problem')
    expect(readMoment('2027-03-28T03:00', BERLIN)).toHaveProperty('instant')
  })

  test('that comes twice, because clocks are put back, has to say which', () => {
    expect(readMoment('2026-10-25T02:30', BERLIN)).toEqual({
      problem:
        'comes twice in Europe/Berlin: clocks are put back. Send 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00',
    })
    expect(readMoment('2026-10-25T01:59', BERLIN)).toHaveProperty('instant')
    expect(readMoment('2026-10-25T03:00', BERLIN)).toHaveProperty('instant')
    expect(readMoment('2026-10-25T02:30+01:00', BERLIN)).toEqual({
      instant: '2026-10-25T01:30:00.000Z',
    })
  })

  test('that is not of the calendar is refused', () => {
    for (const text of [
      '2026-02-30T09:00',
      '2026-13-01T09:00',
      '2026-11-27T24:30',
      '2026-11-27T09:60',
    ]) {
      expect(readMoment(text, BERLIN)).toEqual({ problem: 'is no date and time of the calendar' })
    }
    expect('2026-11-27').not.toMatch(RegExp(MOMENT_PATTERN))
    expect('tomorrow').not.toMatch(RegExp(MOMENT_PATTERN))
  })
})
