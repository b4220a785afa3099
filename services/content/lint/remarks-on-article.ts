import type { Locale } from '#shared/contracts/primitives.ts'
import { stripLineBreaks, wordsJoined } from '#shared/text/strip-line-breaks.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import type { CheckOutcome } from '../drafts/check-article.ts'
import { remarksOnSources, sourceKeysOf } from '../drafts/check-sources.ts'
import { instantOf } from '../drafts/check-time.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { noteUse } from '../folder/find-repeats.ts'
import { remarksOnAge } from './check-pictures.ts'
import { remarksOnYear } from './check-year.ts'
import { readingEase } from './reading-ease.ts'
import { remarksOnStyle } from './remarks-on-style.ts'
import { remarksOnText } from './remarks-on-text.ts'
import { type KnownTexts, remarksOnSearchText } from './search-texts.ts'

const MIN_WORDS = 250
const STALE_MONTHS = 18
/** Below this, a text is hard to read according to all three formulas. */
const HARD = 50

/** What should be improved in an article, but is no reason to refuse it. */
export function remarksOnArticle(
  file: string,
  draft: Readonly<Record<string, unknown>>,
  { rendered, description, zone, office }: CheckOutcome,
  { locale, now, known }: { locale: Locale; now: Date; known: KnownTexts },
): CodedReason[] {
  const written = typeof draft.title === 'string' ? draft.title : ''
  const title = { kind: 'title', field: '/title', text: stripLineBreaks(written) } as const
  // This may be the default description: a remark on it shows editors that they wrote none.
  const summary = { kind: 'description', field: '/description', text: description } as const
  return [
    ...remarksOnSearchText(title, file, known),
    ...remarksOnSearchText(summary, file, known),
    ...remarksOnBreaks(written),
    ...remarksOnKey(file, draft.translationKey, known),
    ...remarksOnTrust(draft, now, { zone, office }),
    ...remarksOnYear(draft.validFor, now, zone),
    ...remarksOnReading(rendered, locale),
    ...remarksOnText(rendered.outline, locale),
    ...remarksOnStyle(rendered.outline, locale),
    ...remarksOnAge(rendered.outline.images, dayAt(now.toISOString(), zone)),
    ...remarksOnSources(sourceKeysOf(draft.sources), rendered.outline.sourceLinks),
  ]
}

function* remarksOnBreaks(title: string): Generator<CodedReason> {
  const [joined] = wordsJoined(title)
  if (joined === undefined) return
  const message = `loses its line breaks, which joins two words, such as "${joined}": write a space there`
  yield { field: '/title', code: 'W-TITLE-BREAK', message }
}

function* remarksOnKey(
  file: string,
  key: unknown,
  { translationKey }: KnownTexts,
): Generator<CodedReason> {
  const other = typeof key === 'string' ? noteUse(translationKey, key, file) : undefined
  if (other === undefined) return
  const message = `is also the key of ${other}, but sites in other languages can link to one article only: choose another key, or none`
  yield { field: '/translationKey', code: 'W-DUP-KEY', message }
}

function* remarksOnTrust(
  draft: Readonly<Record<string, unknown>>,
  now: Date,
  { zone, office }: Pick<CheckOutcome, 'zone' | 'office'>,
): Generator<CodedReason> {
  const { author, provenance, answeredBy, sources, publishedAt, updatedAt, reviewedAt, checkedAt } =
    draft
  if (author === undefined) {
    const message = 'is missing, so an author is picked from the roster: name the author'
    yield { field: '/author', code: 'W-NO-AUTHOR', message }
  }
  if (provenance === undefined) {
    const message =
      'is missing, so readers are not told who wrote the text: say human, assisted or generated'
    yield { field: '/provenance', code: 'W-PROVENANCE', message }
  }
  if (provenance === 'generated' && !answeredBy && office === undefined) {
    const message =
      'is missing: name the person who answers for a text that software wrote, or the `office` in site.yaml'
    yield { field: '/answeredBy', code: 'W-ANSWERED', message }
  }
  const dayOf = (time: string) => {
    const instant = instantOf(time, zone)
    return instant === undefined ? '' : dayAt(instant, zone)
  }
  if (
    typeof reviewedAt === 'string' &&
    typeof updatedAt === 'string' &&
    dayOf(updatedAt) > dayOf(reviewedAt)
  ) {
    const message = 'lies before updatedAt: have the changed text reviewed, or take the review away'
    yield { field: '/reviewedAt', code: 'W-REVIEW', message }
  }
  if (sources === undefined || (Array.isArray(sources) && sources.length === 0)) {
    const message = 'are missing: name sources that readers can check'
    yield { field: '/sources', code: 'W-NO-SOURCES', message }
  }
  if (publishedAt === undefined) {
    const message = 'is missing, so each database dates the article when it is first imported there'
    yield { field: '/publishedAt', code: 'W-NO-DATE', message }
  }
  const revisedAt = checkedAt ?? updatedAt ?? publishedAt
  if (typeof revisedAt === 'string' && Date.parse(revisedAt) < monthsBefore(now, STALE_MONTHS)) {
    const field = checkedAt !== undefined ? '/checkedAt' : updatedAt ? '/updatedAt' : '/publishedAt'
    const message = `is more than ${STALE_MONTHS} months ago: compare the article with its sources, then set checkedAt`
    yield { field, code: 'W-STALE', message }
  }
}

function* remarksOnReading(
  { wordCount, outline }: CheckOutcome['rendered'],
  locale: Locale,
): Generator<CodedReason> {
  if (wordCount > 0 && wordCount < MIN_WORDS) {
    const message = `has ${wordCount} words: fewer than ${MIN_WORDS} seldom explain anything`
    yield { field: '/body', code: 'W-THIN', message }
  }
  const paragraphs = outline.prose.map(({ text }) => text)
  const ease = readingEase(paragraphs, locale)
  if (ease !== undefined && ease < HARD) {
    const message = `has a reading ease of ${Math.round(ease)}, below ${HARD}: shorten sentences and use plainer words`
    yield { field: '/body', code: 'W-READING', message }
  }
}

function monthsBefore(now: Date, months: number): number {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  return before.getTime()
}
