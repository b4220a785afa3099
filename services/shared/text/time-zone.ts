import type { Instant } from '../contracts/primitives.ts'

/** The clock of a site that names none. */
export const UTC = 'UTC'

const DAY_LENGTH = '2024-11-07'.length
const MINUTE_MS = 60_000

/** @param name of the IANA database, such as `Europe/Istanbul` */
export function isTimeZone(name: string): boolean {
  // Some engines also take offsets such as "+03:00", which know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/**
 * The same instant with the offset of the zone, so that its first ten characters are the day there:
 * `2026-11-26T22:30:00.000Z` in Europe/Istanbul is `2026-11-27T01:30:00.000+03:00`.
 */
export function atZone(instant: Instant, zone: string): Instant {
  if (zone === UTC) return instant
  const time = Date.parse(instant)
  const minutes = offsetMinutes(time, zone)
  if (minutes === 0) return new Date(time).toISOString()
  const local = new Date(time + minutes * MINUTE_MS).toISOString().slice(0, -1)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hour)}:${twoDigits(minute)}`
}

/** The day of an instant in the zone, such as `2026-11-27`. */
export const dayAt = (instant: Instant, zone: string): string =>
  atZone(instant, zone).slice(0, DAY_LENGTH)

/** The first instant of a day, such as `2026-11-27`, in the zone. */
export function startOfDay(day: string, zone: string): Instant {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (zone === UTC) return new Date(midnight).toISOString()
  // The offset may be another one at the midnight of UTC than at that of the zone.
  const near = midnight - offsetMinutes(midnight, zone) * MINUTE_MS
  const start = midnight - offsetMinutes(near, zone) * MINUTE_MS
  // Where clocks are put forward at midnight, the day begins with the hour after.
  const isDayBefore = dayAt(new Date(start).toISOString(), zone) < day
  return new Date(isDayBefore ? near : start).toISOString()
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the zone's clocks are ahead of UTC at an instant (milliseconds since 1970). */
function offsetMinutes(time: number, zone: string): number {
  const known = formats.get(zone)
  const format =
    known ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  if (!known) formats.set(zone, format)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
