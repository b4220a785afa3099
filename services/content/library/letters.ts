import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { CONTENT_START, type Instant, type Locale } from '#shared/contracts/primitives.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import { letterPath, lettersPath } from '../addresses/letter-addresses.ts'
import type { Snapshot, TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type Category, dictionariesIn, termDictionaryIn } from '../site/category-repository.ts'
import { TERMS_ON_LETTER } from './term-letters.ts'

/** The most articles on a letter's page; where there are more, the newest are shown. */
export const LETTER_PAGE_SIZE = 500

/** A letter of a dictionary that has articles or terms. */
interface UsedLetter {
  category: string
  key: string
  /**
   * When the newest article was published; with terms only, the first day of the site. Finding the
   * newest term would mean reading every term at each edit.
   */
  newest: Instant
}

/**
 * Whether a term's article is published. The "offset" keeps Postgres from joining the articles first:
 * without statistics of their table, as after a first import, it would read every term.
 */
const isPublished = sql`exists (
  select from article where article.id = term.article and article.status = 'published' offset 0)`

/**
 * The used letters of all dictionaries, in alphabetical order. This takes two index look-ups for each
 * letter, however many articles and terms there are.
 *
 * @param categories all categories of the site
 */
export async function loadUsedLetters(
  db: Reader,
  categories: readonly Category[],
  locale: Locale,
): Promise<UsedLetter[]> {
  const dictionaries = dictionariesIn(categories)
  if (dictionaries.length === 0) return []
  const keys = alphabetOf(locale).map(({ key }) => key)
  const wanted = sql<{ category: string; key: string; place: number }>`(
    select category, key, place from unnest(${dictionaries}::text[]) as dictionary (category)
      cross join unnest(${keys}::text[]) with ordinality as letter (key, place))`
  const rows = await db
    .selectFrom(wanted.as('wanted'))
    .select([
      'wanted.category',
      'wanted.key',
      sql<Instant | null>`(
        select max(published_at) from listing
          where listing.list = wanted.category and listing.letter = wanted.key)`.as('newest'),
      // Selects one term instead of using "exists", which Postgres may answer by reading all terms.
      sql<string | null>`case when wanted.category = ${termDictionaryIn(categories) ?? null} then (
        select term.id from term
          where term.letter = wanted.key and term.definition is not null and ${isPublished}
          order by term.id limit 1) end`.as('term'),
    ])
    .orderBy('wanted.category')
    .orderBy('wanted.place')
    .execute()
  return rows.flatMap(({ category, key, newest, term }) =>
    newest === null && term === null ? [] : [{ category, key, newest: newest ?? CONTENT_START }],
  )
}

interface ShownLetters {
  /** The whole alphabet as keys, each with whether it has articles or terms. */
  alphabet: [key: string, isUsed: boolean][]
  /** Whether the dictionary holds the terms too, or articles only. */
  hasTerms: boolean
  /** The used letters, with what the XML site map says of them. */
  used: UsedLetter[]
}

/** Which letters are used, by category. Only dictionaries have an entry. */
export const shownLetters: TrackedReading<ShownLetters> = {
  remembered: true,
  async load(snapshot, categories) {
    const known = await snapshot.categories()
    const wanted = dictionariesIn(known).filter((slug) => categories.includes(slug))
    if (wanted.length === 0) return new Map()
    const { site } = await snapshot.settings()
    const used = await loadUsedLetters(snapshot.db, known, site.locale)
    return new Map(
      wanted.map((category) => {
        const own = used.filter((one) => one.category === category)
        const keys = new Set(own.map(({ key }) => key))
        const alphabet = alphabetOf(site.locale).map(({ key }): [string, boolean] => [
          key,
          keys.has(key),
        ])
        return [category, { alphabet, hasTerms: category === termDictionaryIn(known), used: own }]
      }),
    )
  },
  tags(category, before, after) {
    if (before && after) {
      const isAsBefore = isDeepStrictEqual(withoutDates(before), withoutDates(after))
      return isAsBefore ? [] : [tags.letters(category)]
    }
    const keys = (before ?? after)?.alphabet.map(([key]) => key) ?? []
    const paths = [lettersPath(category), ...keys.map((key) => letterPath(category, key))]
    return [tags.letters(category), ...paths.map(tags.address)]
  },
}

const withoutDates = ({ used: _, ...shown }: ShownLetters) => shown

/** The used letters of all dictionaries, sorted by dictionary; none before the first import. */
export async function loadLettersNow({ read, categories }: Snapshot): Promise<UsedLetter[]> {
  const dictionaries = dictionariesIn(await categories())
  const shown = await read(shownLetters, dictionaries)
  return dictionaries.toSorted().flatMap((category) => shown.get(category)?.used ?? [])
}

function parseKey(name: string) {
  const [category = '', key = ''] = name.split(' ')
  return { name, category, key }
}

interface ShownLetter {
  /** Hash of the ids of the articles on the page. */
  hash: string | null
  newestOnly: boolean
  /** Hash of the ids of the terms on the page. */
  terms: string | null
}

/** What a letter's page lists; keys are those of {@link letterKey}. */
export const shownLetterLists: TrackedReading<ShownLetter> = {
  remembered: true,
  async load(snapshot, names) {
    const categories = await snapshot.categories()
    const dictionaries = dictionariesIn(categories)
    const wanted = names.map(parseKey).filter(({ category }) => dictionaries.includes(category))
    if (wanted.length === 0) return new Map()
    const rows = await snapshot.db
      .selectFrom(
        sql<{ name: string; list: string; letter: string }>`unnest(
          ${wanted.map(({ name }) => name)}::text[],
          ${wanted.map(({ category }) => category)}::text[],
          ${wanted.map(({ key }) => key)}::text[])`.as<'wanted'>(sql`wanted(name, list, letter)`),
      )
      .select([
        'wanted.name',
        sql<string | null>`(
          select md5(string_agg(article::text, ',' order by article)) from (
            select article from listing
              where listing.list = wanted.list and listing.letter = wanted.letter
              order by published_at desc, article limit ${LETTER_PAGE_SIZE}
          ) as newest)`.as('hash'),
        sql<boolean>`exists (
          select from listing
            where listing.list = wanted.list and listing.letter = wanted.letter
            offset ${LETTER_PAGE_SIZE})`.as('newestOnly'),
        sql<string | null>`case when wanted.list = ${termDictionaryIn(categories) ?? null} then (
          select md5(string_agg(id::text, ',' order by id)) from (
            select term.id from term
              where term.letter = wanted.letter and term.definition is not null and ${isPublished}
              order by term.id limit ${TERMS_ON_LETTER + 1}
          ) as shown) end`.as('terms'),
      ])
      .execute()
    return new Map(rows.map(({ name, ...shown }) => [name, shown]))
  },
  tags(name) {
    const { category, key } = parseKey(name)
    return [tags.letter(category, key)]
  },
}

/** The articles under a letter, in no particular order. Where there are too many, the newest. */
export async function loadEntries(db: Reader, category: string, key: string) {
  const rows = await db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'article.description',
      'listing.published_at as publishedAt',
    ])
    .where('listing.list', '=', category)
    .where('listing.letter', '=', key)
    .orderBy('listing.published_at', 'desc')
    .orderBy('listing.article')
    .limit(LETTER_PAGE_SIZE + 1)
    .execute()
  return { rows: rows.slice(0, LETTER_PAGE_SIZE), newestOnly: rows.length > LETTER_PAGE_SIZE }
}
