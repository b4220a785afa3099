import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { nameUuid } from '../articles/article-id.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { Term } from './check-terms.ts'
import { buildGlossary, formsOf, type Glossary, parseForm } from './glossary.ts'

export interface StoredTerm extends Term {
  id: string
}

interface KnownTerm extends Pick<StoredTerm, 'id' | 'term' | 'also'> {
  definition?: string | null
}

/** What an article explains, in its own order. */
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

/** The rows of what an article explains. A term keeps its id for as long as it keeps its name. */
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
  }))

/** Whether it is a term at all, and not a word that means something else. */
const isDefined = ({ definition }: KnownTerm) => typeof definition === 'string'

/** Names what is in force: anew whenever it changes, and by no name that another edit took back. */
const GLOSSARY_SETTING = 'glossary'

const known = new Map<Locale, { version: string; glossary: Glossary }>()

/** All terms that are in force; kept until others are. */
export async function loadGlossary(db: Reader, locale: Locale): Promise<Glossary> {
  const setting = await findSetting(db, GLOSSARY_SETTING)
  const version = String(Reflect.get(setting ?? {}, 'version') ?? '')
  const last = known.get(locale)
  if (last && version !== '' && last.version === version) return last.glossary
  const terms = await db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(['term.id', 'term.article', 'term.term', 'term.also', 'term.definition'])
    .where('article.status', '=', 'published')
    .execute()
  const glossary = buildGlossary(terms, locale)
  if (version !== '') known.set(locale, { version, glossary })
  return glossary
}

/**
 * To be called after terms were written, or an article with terms came or went. Articles that may
 * mention what differs are linked anew later, by the sweep.
 *
 * @param before what of the article was in force
 * @param after what is now
 */
export async function renewGlossary(
  edit: Edit,
  {
    before,
    after,
    locale,
  }: { before: readonly KnownTerm[]; after: readonly KnownTerm[]; locale: Locale },
): Promise<void> {
  const inForce = before.filter(isDefined)
  await forgetMentions(
    edit,
    after.filter((term) => isDefined(term) && !inForce.some(({ id }) => id === term.id)),
  )
  const [were, are] = [claimsOf(before, locale), claimsOf(after, locale)]
  const differing = [
    ...[...were].filter(([claim]) => !are.has(claim)),
    ...[...are].filter(([claim]) => !were.has(claim)),
  ]
  if (differing.length === 0) return
  await nameGlossary(edit)
  // What only means something else in its own article is nothing to others.
  const forms = differing.flatMap(([, { words, isTerm }]) => (isTerm ? [words] : []))
  if (forms.length === 0) return
  await edit.tx
    .insertInto('relink_form')
    .values([...new Set(forms)].map((form) => ({ form })))
    .execute()
}

/**
 * Of what comes back before the sweep took its mentions away: no page shows them, so none need be
 * told now, and the sweep finds them like those of any new term.
 */
async function forgetMentions(edit: Edit, terms: readonly KnownTerm[]): Promise<void> {
  if (terms.length === 0) return
  const ids = terms.map(({ id }) => id)
  await edit.tx.deleteFrom('mention').where('term', 'in', ids).execute()
}

/** To be called alone only where nothing was linked yet. */
export const nameGlossary = (edit: Edit): Promise<void> =>
  saveSetting(edit.tx, GLOSSARY_SETTING, { version: randomUUID() })

/** What a term says about a form, by which it may win it from others; with the words of the form. */
const claimsOf = (terms: readonly KnownTerm[], locale: Locale) =>
  new Map(
    terms.flatMap((term) => {
      const isTerm = isDefined(term)
      const name = parseForm(term.term, locale)?.key
      return formsOf(term, locale).map(
        ({ key, words }, place): [string, { words: string; isTerm: boolean }] => [
          JSON.stringify([name, place === 0, key, isTerm]),
          { words: words.join(' '), isTerm },
        ],
      )
    }),
  )
