import { utcTicks } from 'd3-time'
import { FEWEST_DAYS, type LabelledDays } from './chart.ts'

/** What the widest picture has room for. */
const MAX_DAYS = 5

/**
 * The days between two that labels may name, such as the first of each year. They are chosen when a
 * table is read, so that browsers, which draw as well, need no calendar.
 */
export function dayTicks(first: number, last: number): LabelledDays {
  const counts = Array.from({ length: MAX_DAYS - FEWEST_DAYS + 1 }, (_, at) => FEWEST_DAYS + at)
  return counts.map((count) =>
    utcTicks(new Date(first), new Date(last), count).map((day) => day.getTime()),
  )
}
