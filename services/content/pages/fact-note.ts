import type { Day } from '#shared/contracts/fact.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { typeset } from '#shared/text/typeset.ts'
import { samePrint } from '../facts/check-facts.ts'
import { dayAfter } from '../facts/dated-values.ts'
import type { ShownFact } from '../library/fact-repository.ts'

interface NoteWords {
  /** The number was right until a day, and the next one is not entered. */
  ended(until: string): string
  missingYear(year: string): string
  missingFrom(day: string): string
  /** Another value has replaced the number that the text prints. */
  replaced(from: string, is: string): string
}

const WORDS: Record<Locale, NoteWords> = {
  en_US: {
    ended: (until) => `valid until ${until}`,
    missingYear: (year) => `the figure for ${year} is not entered yet`,
    missingFrom: (day) => `the figure from ${day} is not entered yet`,
    replaced: (from, is) => `since ${from}: ${is}`,
  },
  ru_RU: {
    ended: (until) => `действует до ${until} включительно`,
    missingYear: (year) => `значение на ${year} год ещё не внесено`,
    missingFrom: (day) => `значение с ${day} ещё не внесено`,
    replaced: (from, is) => `с ${from}: ${is}`,
  },
  tr_TR: {
    ended: (until) => `${until} tarihine kadar geçerli`,
    missingYear: (year) => `${year} değeri henüz girilmedi`,
    missingFrom: (day) => `${day} tarihinden sonraki değer henüz girilmedi`,
    replaced: (from, is) => `${from} tarihinden beri: ${is}`,
  },
}

/** What is said beside a number of today that prints a fact; `undefined` while it is right. */
export function factNote(
  printed: string,
  { is, from, ended }: ShownFact,
  locale: Locale,
): string | undefined {
  const words = WORDS[locale]
  const isCurrent = samePrint(printed, is) || samePrint(printed, typeset(is, locale))
  const parts = [
    ...(isCurrent ? [] : [words.replaced(dayInWords(from, locale), is)]),
    ...(ended === undefined ? [] : [endOf(ended, locale)]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

function endOf(ended: Day, locale: Locale): string {
  const words = WORDS[locale]
  const next = dayAfter(ended)
  const missing = next.endsWith('-01-01')
    ? words.missingYear(next.slice(0, 'yyyy'.length))
    : words.missingFrom(dayInWords(next, locale))
  return `${words.ended(dayInWords(ended, locale))}; ${missing}`
}

const dayInWords = (day: Day, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'en_US' ? 'en-GB' : languageTag(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/\s*г\.$/, ' года')
