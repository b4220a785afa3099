import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atZone, dayAt, isTimeZone, startOfDay } from './time-zone.ts'

describe('an instant at a zone', () => {
  test.each([
    ['2026-11-26T20:59:59.999Z', 'Europe/Istanbul', '2026-11-26T23:59:59.999+03:00'],
    ['2026-11-26T21:00:00.000Z', 'Europe/Istanbul', '2026-11-27T00:00:00.000+03:00'],
    ['2026-11-26T04:59:00.000Z', 'America/New_York', '2026-11-25T23:59:00.000-05:00'],
    ['2026-07-01T04:00:00.000Z', 'America/New_York', '2026-07-01T00:00:00.000-04:00'],
    ['2026-11-26T10:59:00.000Z', 'Pacific/Auckland', '2026-11-26T23:59:00.000+13:00'],
    ['2026-11-26T18:30:00.000Z', 'Asia/Kolkata', '2026-11-27T00:00:00.000+05:30'],
    ['2026-11-26T02:00:00.000Z', 'America/St_Johns', '2026-11-25T22:30:00.000-03:30'],
    ['2026-11-26T18:30:00.000Z', 'UTC', '2026-11-26T18:30:00.000Z'],
    ['2026-12-26T18:30:00.000Z', 'Europe/London', '2026-12-26T18:30:00.000Z'],
  ])('%s in %s is %s', (instant, zone, expected) => {
    expect(atZone(instant, zone)).toBe(expected)
    expect(Date.parse(expected)).toBe(Date.parse(instant))
  })
})

describe('the start of a day', () => {
  test.each([
    ['2026-11-27', 'UTC', '2026-11-27T00:00:00.000Z'],
    ['2026-11-27', 'Europe/Moscow', '2026-11-26T21:00:00.000Z'],
    ['2026-11-27', 'America/New_York', '2026-11-27T05:00:00.000Z'],
    // Clocks are put forward within the first day, and back within the second.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    // Clocks go from 00:00 to 01:00, so the day has no midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s in %s is %s', (day, zone, expected) => {
    expect(startOfDay(day, zone)).toBe(expected)
  })

  test('is on that day, and the instant before it is not', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const days = fc
      .date({ min: new Date('2024-11-07'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDay(day, zone)
        expect(dayAt(start, zone)).toBe(day)
        expect(dayAt(new Date(Date.parse(start) - 1).toISOString(), zone) < day).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['Europe/Istanbul', true],
  ['UTC', true],
  ['Istanbul', false],
  ['Europe/Nowhere', false],
  ['+03:00', false],
  ['', false],
])('"%s" as the name of a zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})
