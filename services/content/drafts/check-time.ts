import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'
import type { CodedReason } from './rules.ts'

/** How far an editor's clock may be ahead of the server's. */
const CLOCK_SKEW_MS = 5 * 60_000

/** `reviewedAt` may be before `publishedAt`: a text may be reviewed before it is published. */
type WrittenTimes = Record<'publishedAt' | 'updatedAt' | 'reviewedAt', string | undefined>

export function* reasonsAboutTime(
  { publishedAt, updatedAt, reviewedAt }: WrittenTimes,
  now: Date,
): Generator<CodedReason> {
  const latest = now.getTime() + CLOCK_SKEW_MS
  for (const [name, text] of Object.entries({ publishedAt, updatedAt, reviewedAt })) {
    if (text === undefined) continue
    const field = `/${name}`
    const time = Date.parse(text)
    if (Number.isNaN(time) || !isDay(text.slice(0, 10))) {
      yield { field, message: 'is not a date that exists' }
    } else if (time < Date.parse(CONTENT_START)) {
      yield { field, code: 'E-DATE-START', message: 'must not be before 2024-11-07' }
    } else if (time > latest) {
      yield { field, code: 'E-DATE-FUTURE', message: 'must not be in the future' }
    }
  }
  if (publishedAt && updatedAt && Date.parse(updatedAt) < Date.parse(publishedAt)) {
    const message = 'must not be before publishedAt'
    yield { field: '/updatedAt', code: 'E-DATE-ORDER', message }
  }
}

/** JavaScript parses 30 February as 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

export const instantOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : new Date(text).toISOString()
