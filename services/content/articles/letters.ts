import { sql } from 'kysely'
import {
  CONTENT_START,
  type Instant,
  type Locale,
  type PagePath,
} from '#shared/contracts/primitives.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import {
  type Category,
  dictionariesIn,
  termDictionaryIn,
} from '../categories/category-repository.ts'
import type { Moment } from '../changes/moment.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { TERMS_ON_LETTER } from '../glossary/term-letters.ts'

/** What follows the address of a dictionary in those of its letters. */
export const LETTERS = 'letters'

/** Articles on the page of a letter; of more, the newest. */
export const LETTER_PAGE_SIZE = 500

export const letterPath = (category: string, key: string): PagePath =>
  `/${category}/${LETTERS}/${key}`

/** The page of all letters of a dictionary. */
export const lettersPath = (category: string): PagePath => `/${category}/${LETTERS}`

/** A letter of a dictionary under which articles or terms stand. */
interface UsedLetter {
  category: string
  key: string
  /**
   * When the newest of the articles was published; where only terms stand, the first day of the site.
   * To find the newest of the terms, each of them would be looked at in every edit.
   */
  newest: Instant
}

/**
 * The letters of some dictionaries, in the order of the alphabet. It takes two looks into an index for
 * each, however many articles and terms there are.
 *
 * @param categories all of them
 */
export async function loadUsedLetters(
  db: Reader,
  categories: readonly Category[],
  dictionaries: readonly string[],
  locale: Locale,
): Promise<UsedLetter[]> {
  if (dictionaries.length === 0) return []
  const keys = alphabetOf(locale).map(({ key }) => key)
  const wanted = sql<{ category: string; key: string; place: number }>`(
    select category, key, place from unnest(${[...dictionaries]}::text[]) as dictionary (category)
      cross join unnest(${keys}::text[]) with ordinality as letter (key, place))`
  const rows = await db
    .selectFrom(wanted.as('wanted'))
    .select([
      'wanted.category',
      'wanted.key',
      sql<Instant | null>`(
        select max(published_at) from listing
          where listing.list = wanted.category and listing.letter = wanted.key)`.as('newest'),
      // One term, and not "exists": Postgres may answer that of all letters by reading all terms.
      sql<string | null>`case when wanted.category = ${termDictionaryIn(categories) ?? null} then (
        select term.id from term join article on article.id = term.article
          where term.letter = wanted.key and term.definition is not null
            and article.status = 'published'
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
  /** Keys of the whole alphabet, each with whether anything stands there. */
  alphabet: [key: string, isUsed: boolean][]
  /** Whether terms stand there too, or articles only. */
  hasTerms: boolean
}

/** Under which letters anything stands; keys are categories, of which only dictionaries have any. */
export const shownLetters: Shown<ShownLetters> = {
  async look(moment, categories) {
    const known = await moment.categories()
    const wanted = dictionariesIn(known).filter((slug) => categories.includes(slug))
    if (wanted.length === 0) return new Map()
    const { site } = await moment.settings()
    const used = await loadUsedLetters(moment.db, known, wanted, site.locale)
    return new Map(
      wanted.map((category) => {
        const keys = new Set(used.flatMap((one) => (one.category === category ? one.key : [])))
        const alphabet = alphabetOf(site.locale).map(({ key }): [string, boolean] => [
          key,
          keys.has(key),
        ])
        return [category, { alphabet, hasTerms: category === termDictionaryIn(known) }]
      }),
    )
  },
  tags(category, before, after) {
    if (before && after) return [tags.letters(category)]
    const keys = (before ?? after)?.alphabet.map(([key]) => key) ?? []
    const paths = [lettersPath(category), ...keys.map((key) => letterPath(category, key))]
    return [tags.letters(category), ...paths.map(tags.address)]
  },
}

/** The letters of all dictionaries at a moment. Nothing is known of locales before the first import. */
export async function loadLettersNow({ db, settings, categories }: Moment): Promise<UsedLetter[]> {
  const known = await categories()
  const dictionaries = dictionariesIn(known)
  if (dictionaries.length === 0) return []
  const { site } = await settings()
  return loadUsedLetters(db, known, dictionaries, site.locale)
}

/** Names the page of a letter. */
export const letterKey = (category: string, key: string) => `${category} ${key}`

function parseKey(name: string) {
  const [category = '', key = ''] = name.split(' ')
  return { name, category, key }
}

interface ShownLetter {
  name: string
  /** Of the ids of the articles on its page. */
  hash: string | null
  newestOnly: boolean
  /** Of the ids of its terms. */
  terms: string | null
}

/** What stands on the page of a letter; keys are those of {@link letterKey}. */
export const shownLetterLists: Shown<Omit<ShownLetter, 'name'>> = {
  async look(moment, names) {
    const categories = await moment.categories()
    const dictionaries = dictionariesIn(categories)
    const wanted = names.map(parseKey).filter(({ category }) => dictionaries.includes(category))
    if (wanted.length === 0) return new Map()
    const rows = await moment.db
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
            select term.id from term join article on article.id = term.article
              where term.letter = wanted.letter and term.definition is not null
                and article.status = 'published'
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

/** The articles under a letter, in no order; of more than its page holds, the newest. */
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
