import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { atZone, dayAt, startOfDay } from '#shared/text/time-zone.ts'
import type { CodedReason } from './rules.ts'

/** How far an editor's clock may be ahead of the server's. */
const CLOCK_SKEW_MS = 5 * 60_000

const FIRST_DAY = CONTENT_START.slice(0, '2024-11-07'.length)

/** `reviewedAt` and `checkedAt` may be before `publishedAt`: a text may be reviewed before it is published. */
type WrittenTimes = Record<
  'publishedAt' | 'updatedAt' | 'reviewedAt' | 'checkedAt' | 'expiresAt',
  string | undefined
>

/** @param zone the site's time zone, which days are in */
export function* reasonsAboutTime(
  { publishedAt, updatedAt, reviewedAt, checkedAt, expiresAt }: WrittenTimes,
  now: Date,
  zone: string,
): Generator<CodedReason> {
  if (publishedAt === undefined && now.toISOString() < CONTENT_START) {
    const message = `is missing, and the clock of this machine says ${clockOf(now, zone)}, before the site's first day: set the clock right, or write the day`
    yield { field: '/publishedAt', code: 'E-DATE-START', message }
  }
  const times = { publishedAt, updatedAt, reviewedAt, checkedAt }
  if (expiresAt !== undefined && instantOf(expiresAt, zone) === undefined) {
    yield { field: '/expiresAt', message: 'is not a date that exists' }
  }
  for (const [name, text] of Object.entries(times)) {
    yield* reasonsAboutInstant(`/${name}`, text, now, zone)
  }
  if (isBefore(updatedAt, publishedAt, zone)) {
    const message = 'must not be before publishedAt'
    yield { field: '/updatedAt', code: 'E-DATE-ORDER', message }
  }
}

/** @param days on which mistakes were corrected or something was changed, in the order of the list */
export function* reasonsAboutDays(
  list: 'corrections' | 'changes',
  days: readonly (string | undefined)[],
  now: Date,
  zone: string,
): Generator<CodedReason> {
  for (const [index, day] of days.entries()) {
    yield* reasonsAboutInstant(`/${list}/${index}/on`, day, now, zone)
  }
}

function* reasonsAboutInstant(
  field: string,
  text: string | undefined,
  now: Date,
  zone: string,
): Generator<CodedReason> {
  if (text === undefined) return
  const latest = new Date(now.getTime() + CLOCK_SKEW_MS).toISOString()
  const instant = instantOf(text, zone)
  if (instant === undefined) {
    yield { field, message: 'is not a date that exists' }
  } else if (dayAt(instant, zone) < FIRST_DAY) {
    yield { field, code: 'E-DATE-START', message: 'must not be before 2024-11-07' }
  } else if (isDay(text) ? text > dayAt(latest, zone) : instant > latest) {
    const message = `must not be in the future; the clock of this machine says ${clockOf(now, zone)}`
    yield { field, code: 'E-DATE-FUTURE', message }
  }
}

/** The time in the zone, for people. */
function clockOf(now: Date, zone: string): string {
  const [day, time = ''] = atZone(now.toISOString(), zone).split('T')
  return `${day} ${time.slice(0, 'hh:mm'.length)} ${zone}`
}

/** A day is compared with the other's day, because nothing says which came first on that day. */
function isBefore(first: string | undefined, second: string | undefined, zone: string): boolean {
  const [a, b] = [first, second].map((text) => text && instantOf(text, zone))
  if (!(first && second && a && b)) return false
  return isDay(first) || isDay(second) ? dayAt(a, zone) < dayAt(b, zone) : a < b
}

const isDay = (text: string) => text.length === FIRST_DAY.length

/**
 * @param text a day, which stands for its first instant in the zone, or an instant with a time zone
 * @returns `undefined` when there is no such day
 */
export function instantOf(text: string, zone: string): Instant | undefined {
  const day = text.slice(0, FIRST_DAY.length)
  const time = Date.parse(text)
  if (Number.isNaN(time) || !dayExists(day)) return undefined
  return isDay(text) ? startOfDay(day, zone) : new Date(time).toISOString()
}

/**
 * The time of an edit, where its text names none.
 *
 * @throws {SiteError} `unavailable` when the clock is certainly wrong
 */
export function timeOfEdit(now: Date): Instant {
  const instant = now.toISOString()
  if (instant >= CONTENT_START) return instant
  const message = `The clock of this machine says ${instant}, which is before the site's first day. Set it right, then save again; nothing was changed`
  throw new SiteError('unavailable', message)
}

/** JavaScript parses 30 February as 2 March. */
export function dayExists(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
