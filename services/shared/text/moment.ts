import type { Instant } from '../contracts/primitives.ts'
import { atZone } from './time-zone.ts'

/** A date and time as people write it: with an offset, or by the clocks of a zone. */
export const MOMENT_PATTERN =
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d)?(?:Z|[+-]\\d\\d:\\d\\d)?$'

const LOCAL_LENGTH = '2026-11-27T09:00:00'.length
const DAY_MS = 86_400_000

/** The instant that is meant, or why it is not one. */
export type Moment = { instant: Instant } | { problem: string }

/**
 * Reads a moment such as `2026-11-27T09:00`, which is by the clocks of the zone, or one with its offset.
 * Where clocks are put back, an hour comes twice, and where they are put forward, one never comes.
 *
 * @param text of `MOMENT_PATTERN`
 */
export function readMoment(text: string, zone: string): Moment {
  const isExact = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const local = text.length === LOCAL_LENGTH - ':00'.length ? `${text}:00` : text
  const time = Date.parse(isExact ? text : `${local}Z`)
  const isReal = isExact || new Date(time || 0).toISOString().slice(0, LOCAL_LENGTH) === local
  if (Number.isNaN(time) || !isReal) return { problem: 'is no date and time of the calendar' }
  if (isExact) return { instant: new Date(time).toISOString() }
  // No zone changes its clocks twice within two days.
  const instants = [...new Set([DAY_MS, -DAY_MS].map((ms) => time - aheadMs(time - ms, zone)))]
  const meant = instants.filter((instant) => localAt(instant, zone) === local)
  const [only, other] = meant.sort((a, b) => a - b)
  const choices = (other === undefined ? instants : meant).sort((a, b) => a - b)
  const offered = choices.map((instant) => withoutMs(atZone(isoOf(instant), zone))).join(' or ')
  if (only === undefined)
    return { problem: `never comes in ${zone}: clocks are put forward. Send ${offered}` }
  if (other !== undefined)
    return { problem: `comes twice in ${zone}: clocks are put back. Send ${offered}` }
  return { instant: isoOf(only) }
}

const isoOf = (time: number): Instant => new Date(time).toISOString()
const localAt = (time: number, zone: string) => atZone(isoOf(time), zone).slice(0, LOCAL_LENGTH)
/** How far the clocks of the zone are ahead of UTC. */
const aheadMs = (time: number, zone: string) =>
  Date.parse(`${localAt(time, zone)}Z`) - secondOf(time)
const secondOf = (time: number) => Math.floor(time / 1_000) * 1_000
const withoutMs = (instant: string) => instant.replace('.000', '')
