import type { Link, TermPage } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { letterPath } from '../addresses/letter-addresses.ts'
import { termPath } from '../addresses/term-path.ts'
import { tags } from '../changes/tags.ts'
import { loadTermPages, type ShownTermPage } from '../library/term-pages.ts'
import { categoryLink, termDictionaryIn } from '../site/category-repository.ts'
import { indexOf } from './letter-page.ts'
import { type PageScope, titleOf } from './page-scope.ts'

/** @returns `undefined` where no published article explains such a term */
export async function loadTermPage(scope: PageScope, slug: string): Promise<TermPage | undefined> {
  const shown = (await loadTermPages(scope.db, [slug])).get(slug)
  if (!shown) return undefined
  const { locale } = scope.site
  const { also, definition, article, answer, users, previous, next, publishedAt } = shown
  scope.reads(tags.termPage(slug), ...users.map(({ id }) => tags.link(id)))
  scope.changedAt(publishedAt)
  const title = withCapital(shown.term, locale)
  const dictionary = dictionaryOf(scope, shown)
  return {
    kind: 'term',
    path: termPath(slug),
    seo: {
      title: titleOf(scope, title, ...(dictionary ? [dictionary.category.title] : [])),
      description: definition,
    },
    title,
    definition,
    also,
    article,
    ...(answer !== null && { answer }),
    ...(shown.example && { example: shown.example }),
    users: users.map(({ title, path }) => ({ title, path })),
    ...(previous && { previous: termLink(previous, locale) }),
    ...(next && { next: termLink(next, locale) }),
    ...(dictionary && { dictionary }),
  }
}

/** As dictionaries print a word at the beginning of its entry. */
function withCapital(term: string, locale: Locale): string {
  const [first = '', ...rest] = term
  return first.toLocaleUpperCase(languageTag(locale)) + rest.join('')
}

const termLink = ({ term, slug }: { term: string; slug: string }, locale: Locale): Link => ({
  title: withCapital(term, locale),
  path: termPath(slug),
})

/** Where the term stands in the dictionary that holds all terms. The shell has the titles. */
function dictionaryOf(scope: PageScope, { letter: key }: ShownTermPage): TermPage['dictionary'] {
  const slug = termDictionaryIn(scope.categories)
  const category = scope.categories.find((one) => one.slug === slug)
  const letter = letterWithKey(key, scope.site.locale)
  if (!category || !letter) return undefined
  return {
    category: categoryLink(category),
    index: indexOf(scope, category.slug),
    letter: { title: letter.letter, path: letterPath(category.slug, key) },
  }
}
