import type { LetterLink, LetterPage, LettersPage, Link } from '#shared/contracts/page.ts'
import { alphabetOf, letterOf, letterWithKey, sortByTitle } from '#shared/text/alphabet.ts'
import { articlePath } from '../addresses/article-path.ts'
import { letterPath, lettersPath } from '../addresses/letter-addresses.ts'
import { termPath } from '../addresses/term-path.ts'
import { tags } from '../changes/tags.ts'
import { LETTER_TEXTS } from '../library/letter-texts.ts'
import { loadEntries, loadUsedLetters } from '../library/letters.ts'
import { showTerm } from '../library/shown-terms.ts'
import { loadTermNames, loadTermsUnder, placeTerms } from '../library/term-letters.ts'
import { type Category, categoryLink, termDictionaryIn } from '../site/category-repository.ts'
import { type PageScope, titleOf } from './page-scope.ts'

/**
 * The page of one letter of a dictionary: its terms, and the articles whose titles begin with it.
 * The page may be empty.
 *
 * @returns `undefined` where there is no such dictionary, or no such letter
 */
export async function loadLetterPage(
  scope: PageScope,
  slug: string,
  key: string,
): Promise<LetterPage | undefined> {
  const { locale } = scope.site
  const category = findDictionary(scope, slug)
  const letter = letterWithKey(key, locale)
  if (!category || !letter) return undefined

  const { rows: terms, areMore } = hasTerms(scope, category)
    ? await loadTermsUnder(scope.db, key)
    : { rows: [], areMore: false }
  const { rows: articles, newestOnly } = await loadEntries(scope.db, slug, key)
  scope.reads(
    tags.letter(slug, key),
    ...terms.map(({ id }) => tags.term(id)),
    ...articles.map(({ id }) => tags.definition(id)),
  )
  const shown = [...terms, ...articles]
  for (const { publishedAt } of shown) scope.changedAt(publishedAt)
  const entries = articles.map(({ slug, title, description }) => ({
    title,
    path: articlePath(slug),
    description,
  }))
  const words = LETTER_TEXTS[locale]
  return {
    kind: 'letter',
    path: letterPath(slug, key),
    seo: {
      title: titleOf(scope, words.title(category.title, letter)),
      description: words.description(category.title, letter),
      ...(shown.length === 0 && { noindex: true }),
    },
    category: categoryLink(category),
    index: indexOf(scope, slug),
    letter: letter.letter,
    letters: alphabetOf(locale).map((one) => ({
      letter: one.letter,
      path: letterPath(slug, one.key),
    })),
    terms: placeTerms(terms, locale).map(({ term, place }) => ({
      ...termOnLetter(term),
      ...(place !== undefined && { place }),
    })),
    someTermsOnly: areMore,
    entries: sortByTitle(entries, locale),
    newestOnly,
  }
}

const termOnLetter = (row: Awaited<ReturnType<typeof loadTermsUnder>>['rows'][number]) => {
  const { term, definition, article, path } = showTerm(row)
  return { term, definition, article, path }
}

/** All letters of a dictionary with the names of all terms. Menu and footer link here. */
export async function loadLettersPage(
  scope: PageScope,
  slug: string,
): Promise<LettersPage | undefined> {
  const { locale } = scope.site
  const category = findDictionary(scope, slug)
  if (!category) return undefined

  const words = LETTER_TEXTS[locale]
  const { title, path } = indexOf(scope, slug)
  const isOfTerms = hasTerms(scope, category)
  if (isOfTerms) scope.reads(tags.termNames)
  const names = isOfTerms ? await loadTermNames(scope.db) : []
  const letters = await showLetters(scope, slug)
  const placed = placeTerms(names, locale).map(({ term, place }) => ({
    path: letterPath(slug, term.letter ?? letterOf(term.term, locale).key),
    shown: {
      term: term.term,
      ...(place !== undefined && { place }),
      ...(term.slug !== null && { path: termPath(term.slug) }),
    },
  }))
  return {
    kind: 'letters',
    path,
    seo: {
      title: titleOf(scope, title, category.title),
      description: words.indexDescription(category.title),
    },
    title,
    category: categoryLink(category),
    letters: letters.map((letter) => ({
      ...letter,
      terms: placed.flatMap((one) => (one.path === letter.path ? one.shown : [])),
    })),
  }
}

/** The whole alphabet of a dictionary, marking the letters that are empty. */
export async function showLetters(
  { reads, db, site, categories }: PageScope,
  dictionary: string,
): Promise<LetterLink[]> {
  reads(tags.letters(dictionary))
  const letters = await loadUsedLetters(db, categories, site.locale)
  const used = new Set(
    letters.filter(({ category }) => category === dictionary).map(({ key }) => key),
  )
  return alphabetOf(site.locale).map(({ letter, key }) => ({
    letter,
    path: letterPath(dictionary, key),
    ...(!used.has(key) && { isEmpty: true }),
  }))
}

const findDictionary = ({ categories }: PageScope, slug: string): Category | undefined =>
  categories.find((category) => category.slug === slug && category.dictionary)

/** All terms of the site belong to one dictionary, the first. */
const hasTerms = ({ categories }: PageScope, { slug }: Category) =>
  termDictionaryIn(categories) === slug

/** The page of all letters of a dictionary. */
export const indexOf = ({ site }: PageScope, slug: string): Link => ({
  title: LETTER_TEXTS[site.locale].index,
  path: lettersPath(slug),
})
