import { memoize } from './memoize.ts'

const DAY_LENGTH = '2024-11-07'.length

/**
 * @returns a function that writes the day of an instant (ISO 8601, UTC) in words; in UTC, so that
 *   server and browser print the same
 */
export function createDayFormat(languageTag: string) {
  const format = new Intl.DateTimeFormat(languageTag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const write = memoize((day: string) => format.format(new Date(day)))
  return (instant: string): string => write(instant.slice(0, DAY_LENGTH))
}
