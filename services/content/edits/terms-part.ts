import type { Locale } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { slugify } from '#shared/text/slugify.ts'
import { letterKey } from '../addresses/letter-addresses.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import { formsOf, parseForm } from '../glossary/glossary.ts'
import { firstTermOf } from '../library/first-terms.ts'
import { shownLetterLists, shownLetters } from '../library/letters.ts'
import { touchNames } from '../library/named-terms.ts'
import { shownTerms } from '../library/shown-terms.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { shownTermNames } from '../library/term-letters.ts'
import { listLater, shownTermEntries, shownTermPages, slugsAround } from '../library/term-pages.ts'
import { nameGlossary, type StoredTerm } from '../library/term-repository.ts'
import { loadCategories, termDictionaryIn } from '../site/category-repository.ts'
import { isPublished, type PlanArticlePart } from './article-change.ts'

/** The terms that an article explains, and the glossary of all terms in force. */
export const termsPart: PlanArticlePart = (change) => {
  const { id, existing, terms, termsDiffer, before, after, locale } = change
  const former = existing?.terms ?? []
  const were = isPublished(before) ? former : []
  const are = isPublished(after) ? terms : []
  const inForceDiffer = termsDiffer || isPublished(before) !== isPublished(after)
  const isRedated = before?.published_at !== after.published_at
  const [gone, here] = [were.filter(isDefined), are.filter(isDefined)]
  return {
    watch: (edit) =>
      settleAll([
        inForceDiffer && trackTermLetters(edit, namesOf([...were, ...are]), locale),
        existing && edit.track(shownTerms, idsOf([...former, ...terms])),
        trackTermPages(edit, [...gone, ...here], { locale, inForceDiffer }),
        (inForceDiffer || isRedated) && here.length + gone.length > 0 && trackTermEntries(edit),
      ]),
    write(edit) {
      if (inForceDiffer) leadFormerTerms(edit, id, gone, here)
      if (!isPublished(before) && here.length > 0) listLater(edit, [id])
      if (termsDiffer) {
        edit.send(edit.tx.deleteFrom('term').where('article', '=', id))
        if (terms.length > 0) edit.send(edit.tx.insertInto('term').values(terms))
      }
      renewGlossary(edit, were, are, locale)
    },
    touch(edit) {
      touchNames(edit, existing, { ...after, terms })
      // Its path follows from its title.
      if (firstTermOf(were)?.title !== firstTermOf(are)?.title) edit.touch(tags.firstTerm(id))
    },
  }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

interface KnownTerm extends Pick<StoredTerm, 'id' | 'term' | 'also'> {
  definition?: string | null
}

/** The pages of the article's terms, and of those beside them where terms come or go. */
async function trackTermPages(
  edit: Edit,
  terms: readonly KnownTerm[],
  { locale, inForceDiffer }: { locale: Locale; inForceDiffer: boolean },
): Promise<void> {
  const places = terms.map(({ term }) => ({
    slug: slugify(term),
    letter: letterOf(term, locale).key,
  }))
  const around = inForceDiffer ? await slugsAround(edit.tx, places) : places.map(({ slug }) => slug)
  await edit.track(shownTermPages, around)
}

const trackTermEntries = (edit: Edit) =>
  settleAll([edit.track(shownTermEntries, ONLY), edit.track(shownPageEntries, ONLY)])

/** Readers of a term that is gone are led to the article that explained it, wherever that leads. */
function leadFormerTerms(
  { tx, send }: Edit,
  article: string,
  before: readonly KnownTerm[],
  after: readonly KnownTerm[],
): void {
  const pathsOf = (terms: readonly KnownTerm[]) =>
    new Set(terms.map(({ term }) => termPath(slugify(term))))
  const [were, are] = [pathsOf(before), pathsOf(after)]
  const gone = [...were].filter((path) => !are.has(path))
  const come = [...are].filter((path) => !were.has(path))
  if (gone.length > 0) {
    send(
      tx
        .insertInto('redirect')
        .values(gone.map((from_path) => ({ from_path, article })))
        .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ article })),
    )
  }
  // A term at an address takes precedence over what was there before.
  if (come.length > 0) send(tx.deleteFrom('redirect').where('from_path', 'in', come))
}

/** False for an entry that only says that the word means something else in its article. */
const isDefined = ({ definition }: KnownTerm) => typeof definition === 'string'

/** The names of the entries that are terms. */
const namesOf = (terms: readonly KnownTerm[]) => terms.filter(isDefined).map(({ term }) => term)

/**
 * Notes the forms that changed, so that the sweep links the articles that may mention them again.
 *
 * @param before the article's terms in force before the edit
 * @param after the article's terms in force after it
 */
function renewGlossary(
  edit: Edit,
  before: readonly KnownTerm[],
  after: readonly KnownTerm[],
  locale: Locale,
): void {
  const { tx, send } = edit
  const inForce = before.filter(isDefined)
  const added = after.filter((term) => isDefined(term) && !inForce.some(({ id }) => id === term.id))
  // A term may come back before the sweep has removed its old mentions. No page shows those, so they
  // can be deleted without touching a tag; the sweep finds the mentions again as for any new term.
  if (added.length > 0) send(tx.deleteFrom('mention').where('term', 'in', idsOf(added)))
  const [were, are] = [claimsOf(before, locale), claimsOf(after, locale)]
  const differing = [
    ...[...were].filter(([claim]) => !are.has(claim)),
    ...[...are].filter(([claim]) => !were.has(claim)),
  ]
  if (differing.length === 0) return
  nameGlossary(edit)
  // An entry that only excludes a word in its own article does not concern other articles.
  const forms = new Set(differing.flatMap(([, { words, isTerm }]) => (isTerm ? [words] : [])))
  if (forms.size > 0)
    send(tx.insertInto('relink_form').values([...forms].map((form) => ({ form }))))
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

/**
 * Watches every page that lists some of these terms, or will. Call it before they are written.
 *
 * @param terms names of the terms added or removed
 */
async function trackTermLetters(
  edit: Edit,
  terms: readonly string[],
  locale: Locale,
): Promise<void> {
  if (terms.length === 0) return
  const dictionary = termDictionaryIn(await loadCategories(edit.tx))
  if (dictionary === undefined) return
  const letters = new Set(terms.map((term) => letterOf(term, locale).key))
  await settleAll([
    edit.track(shownTermNames, ONLY),
    edit.track(shownPageEntries, ONLY),
    edit.track(shownLetters, [dictionary]),
    edit.track(
      shownLetterLists,
      [...letters].map((letter) => letterKey(dictionary, letter)),
    ),
  ])
}
