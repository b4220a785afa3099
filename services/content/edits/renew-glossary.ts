import { randomUUID } from 'node:crypto'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { saveSetting } from '../database/settings.ts'
import { formsOf, parseForm } from '../glossary/glossary.ts'
import { GLOSSARY_SETTING, type StoredTerm } from '../library/term-repository.ts'

interface KnownTerm extends Pick<StoredTerm, 'id' | 'term' | 'also'> {
  definition?: string | null
}

/** False for an entry that only says that the word means something else in its article. */
const isDefined = ({ definition }: KnownTerm) => typeof definition === 'string'

/**
 * Must be called after terms were written, or after an article with terms was published or
 * withdrawn. Notes the forms that changed, so that the sweep links the articles that may mention
 * them again.
 *
 * @param before the article's terms in force before the edit
 * @param after the article's terms in force after it
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
  // An entry that only excludes a word in its own article does not concern other articles.
  const forms = differing.flatMap(([, { words, isTerm }]) => (isTerm ? [words] : []))
  if (forms.length === 0) return
  await edit.tx
    .insertInto('relink_form')
    .values([...new Set(forms)].map((form) => ({ form })))
    .execute()
}

/**
 * A term may come back before the sweep has removed its old mentions. No page shows those, so they
 * can be deleted without touching a tag; the sweep finds the mentions again as for any new term.
 */
async function forgetMentions(edit: Edit, terms: readonly KnownTerm[]): Promise<void> {
  if (terms.length === 0) return
  const ids = terms.map(({ id }) => id)
  await edit.tx.deleteFrom('mention').where('term', 'in', ids).execute()
}

/** Stores a new version. Call it on its own only where no article has been linked yet. */
export function nameGlossary(edit: Edit): Promise<void> {
  edit.written.add(GLOSSARY_SETTING)
  return saveSetting(edit.tx, GLOSSARY_SETTING, { version: randomUUID() })
}

/** The forms that each term claims, with what decides which term wins a form. */
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
