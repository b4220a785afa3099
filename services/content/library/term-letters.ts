import type { Locale } from '#shared/contracts/primitives.ts'
import { sortByTitle } from '#shared/text/alphabet.ts'
import { slugify } from '#shared/text/slugify.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type ShownTerm, termsInForce } from './shown-terms.ts'

/** The most terms that a letter's page shows. */
export const TERMS_ON_LETTER = 500

/** The most names that the page of all letters shows. If there are more, it shows none. */
const MAX_TERM_NAMES = 1_000

/** The terms under a letter in no particular order, at most as many as its page holds. */
export async function loadTermsUnder(db: Reader, letter: string) {
  const rows = await termsInForce(db)
    .select('article.published_at as publishedAt')
    .where('term.letter', '=', letter)
    .orderBy('term.id')
    .limit(TERMS_ON_LETTER + 1)
    .execute()
  return { rows: rows.slice(0, TERMS_ON_LETTER), areMore: rows.length > TERMS_ON_LETTER }
}

/** The names and letters of all terms, or none if there are too many for one page. */
export async function loadTermNames(db: Reader) {
  const rows = await termsInForce(db)
    .clearSelect()
    .select(['term.id', 'term.term', 'term.letter', 'term.slug'])
    .orderBy('term.id')
    .limit(MAX_TERM_NAMES + 1)
    .execute()
  return rows.length > MAX_TERM_NAMES ? [] : rows
}

/** Which names the page of all letters shows. */
export const shownTermNames: TrackedReading<unknown> = {
  remembered: true,
  load: async ({ db }) => new Map([[ONLY[0], await loadTermNames(db)]]),
  tags: () => [tags.termNames],
}

/**
 * Sorts terms alphabetically and gives each the fragment for links to it on its letter's page. Of
 * terms with the same fragment only the first gets it.
 */
export function placeTerms<T extends Pick<ShownTerm, 'id' | 'term'>>(
  terms: readonly T[],
  locale: Locale,
): { term: T; place: string | undefined }[] {
  const sorted = sortByTitle(
    terms.map((term) => ({ title: term.term, path: term.id, term })),
    locale,
  )
  const taken = new Set<string>()
  return sorted.map(({ term }) => {
    const place = slugify(term.term)
    const isFree = !taken.has(place)
    taken.add(place)
    return { term, place: isFree ? place : undefined }
  })
}
