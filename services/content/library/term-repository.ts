import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { slugify } from '#shared/text/slugify.ts'
import { nameUuid } from '../addresses/article-id.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY, type Reading } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { findSetting, settingRow } from '../database/settings.ts'
import { buildGlossary, type Glossary, parseForm } from '../glossary/glossary.ts'
import type { Term } from '../glossary/term.ts'

export interface StoredTerm extends Term {
  id: string
}

/** The terms that an article explains, in the article's order. */
export async function termsOf(db: Reader, article: string): Promise<StoredTerm[]> {
  const rows = await db
    .selectFrom('term')
    .select(['id', 'term', 'also', 'definition'])
    .where('article', '=', article)
    .orderBy('position')
    .execute()
  return rows.map(({ definition, ...row }) => ({
    ...row,
    ...(definition !== null && { definition }),
  }))
}

/** The rows of an article's terms. A term keeps its id as long as it keeps its name. */
export const termRows = (
  article: string,
  terms: readonly Term[],
  locale: Locale,
): Insertable<Database['term']>[] =>
  terms.map(({ term, also, definition }, position) => ({
    id: nameUuid(`${article}/terms/${parseForm(term, locale)?.key}`),
    article,
    position,
    term,
    also,
    definition: definition ?? null,
    letter: letterOf(term, locale).key,
    slug: slugify(term),
  }))

/**
 * Holds a random version of the terms in force, so that a rolled-back edit never leaves its own.
 */
export const GLOSSARY_SETTING = 'glossary'

const known = new Map<Locale, { version: string; glossary: Glossary }>()

const storedGlossary: Reading<object> = {
  async load({ db }) {
    const setting = await findSetting(db, GLOSSARY_SETTING)
    return new Map(setting ? [[ONLY[0], setting]] : [])
  },
}

/** The glossary as the edit has left it so far. */
export const glossaryOf = async ({ tx, current }: Edit, locale: Locale): Promise<Glossary> =>
  glossaryFor(tx, locale, (await current(storedGlossary, ONLY)).get(ONLY[0]))

/** Stores a new version. Call it on its own only where no article has been linked yet. */
export function nameGlossary({ tx, send, wrote }: Edit): void {
  wrote(storedGlossary, ONLY[0])
  send(settingRow(tx, GLOSSARY_SETTING, { version: randomUUID() }))
}

/** The same as if the article had these terms. It is built for this call. */
export async function loadGlossaryWith(
  db: Reader,
  locale: Locale,
  article: string,
  terms: readonly Omit<Insertable<Database['term']>, 'article'>[],
): Promise<Glossary> {
  const stored = await termsInUse(db).where('term.article', '<>', article).execute()
  const own = terms.map(({ definition = null, ...term }) => ({ ...term, definition, article }))
  return buildGlossary([...stored, ...own], locale)
}

/** All terms in force: those with a definition whose article is published. Cached by version. */
export async function loadGlossary(db: Reader, locale: Locale): Promise<Glossary> {
  return glossaryFor(db, locale, await findSetting(db, GLOSSARY_SETTING))
}

async function glossaryFor(
  db: Reader,
  locale: Locale,
  setting: object | undefined,
): Promise<Glossary> {
  const version = String(Reflect.get(setting ?? {}, 'version') ?? '')
  const last = known.get(locale)
  if (last && version !== '' && last.version === version) return last.glossary
  const terms = await termsInUse(db).execute()
  const glossary = buildGlossary(terms, locale)
  if (version !== '') known.set(locale, { version, glossary })
  return glossary
}

const termsInUse = (db: Reader) =>
  db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(['term.id', 'term.article', 'term.term', 'term.also', 'term.definition'])
    .where('article.status', '=', 'published')
