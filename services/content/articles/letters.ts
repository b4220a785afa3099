import { sql } from 'kysely'
import type { Instant, Locale, PagePath } from '#shared/contracts/primitives.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import { dictionariesIn } from '../categories/category-repository.ts'
import type { Moment } from '../changes/moment.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'

/** What follows the address of a dictionary in those of its letters. */
export const LETTERS = 'letters'

/** Articles on the page of a letter; of more, the newest. */
export const LETTER_PAGE_SIZE = 500

export const letterPath = (category: string, key: string): PagePath =>
  `/${category}/${LETTERS}/${key}`

/** A letter of a dictionary under which articles stand. */
interface UsedLetter {
  category: string
  key: string
  /** When the newest of its articles was published. */
  newest: Instant
}

/** The letters of these dictionaries, in the order of the alphabet; one look into an index each. */
export async function loadUsedLetters(
  db: Reader,
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
      // Null under a letter of nothing.
      sql<Instant | null>`(
        select max(published_at) from listing
          where listing.list = wanted.category and listing.letter = wanted.key)`.as('newest'),
    ])
    .orderBy('wanted.category')
    .orderBy('wanted.place')
    .execute()
  return rows.flatMap(({ newest, ...letter }) => (newest === null ? [] : [{ ...letter, newest }]))
}

/** Under which letters articles stand; keys are categories, of which only dictionaries have any. */
export const shownLetters: Shown<string[]> = {
  async look(moment, categories) {
    const dictionaries = await dictionariesAmong(moment, categories)
    const letters = new Map<string, string[]>(dictionaries.map((category) => [category, []]))
    for (const { category, key } of await loadLettersNow(moment, dictionaries)) {
      letters.get(category)?.push(key)
    }
    return letters
  },
  tags(category, before = [], after = []) {
    const comeOrGone = [...before, ...after].filter(
      (key) => before.includes(key) !== after.includes(key),
    )
    const between = after.filter((key) => {
      const [was, is] = [besideLetter(before, key), besideLetter(after, key)]
      return before.includes(key) && was.join() !== is.join()
    })
    return [
      tags.letters(category),
      ...comeOrGone.map((key) => tags.address(letterPath(category, key))),
      ...between.map((key) => tags.lettersBeside(category, key)),
    ]
  },
}

/** The ones before and after a letter, among those that are used. */
export function besideLetter(keys: readonly string[], key: string) {
  const at = keys.indexOf(key)
  return [at > 0 ? keys[at - 1] : undefined, keys[at + 1]]
}

/** The letters of these dictionaries at a moment. Nothing is known of locales before the first import. */
export async function loadLettersNow(
  { db, settings }: Moment,
  dictionaries: readonly string[],
): Promise<UsedLetter[]> {
  if (dictionaries.length === 0) return []
  const { site } = await settings()
  return loadUsedLetters(db, dictionaries, site.locale)
}

async function dictionariesAmong(moment: Moment, wanted: readonly string[]): Promise<string[]> {
  return dictionariesIn(await moment.categories()).filter((slug) => wanted.includes(slug))
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
}

/** Which articles stand on the page of a letter; keys are those of {@link letterKey}. */
export const shownLetterLists: Shown<Omit<ShownLetter, 'name'>> = {
  async look(moment, names) {
    const letters = names.map(parseKey)
    const dictionaries = await dictionariesAmong(
      moment,
      letters.map(({ category }) => category),
    )
    const wanted = letters.filter(({ category }) => dictionaries.includes(category))
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
