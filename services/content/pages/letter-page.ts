import type { LetterLink, LetterPage, Link } from '#shared/contracts/page.ts'
import { alphabetOf, letterWithKey, sortByTitle } from '#shared/text/alphabet.ts'
import { articlePath } from '../articles/article-path.ts'
import { besideLetter, letterPath, loadEntries, loadUsedLetters } from '../articles/letters.ts'
import { tags } from '../changes/tags.ts'
import { LETTER_WORDS } from './letter-words.ts'
import { type PageScope, titleOf } from './page-scope.ts'

/** @returns `undefined` where there is no such dictionary, or nothing under the letter */
export async function loadLetterPage(
  scope: PageScope,
  slug: string,
  key: string,
): Promise<LetterPage | undefined> {
  const { locale } = scope.site
  const category = scope.categories.find((known) => known.slug === slug)
  const letter = letterWithKey(key, locale)
  if (!category?.dictionary || !letter) return undefined
  const { rows, newestOnly } = await loadEntries(scope.db, slug, key)
  if (rows.length === 0) return undefined

  scope.reads(tags.letter(slug, key))
  for (const { id, publishedAt } of rows) {
    scope.reads(tags.definition(id))
    scope.changedAt(publishedAt)
  }
  const entries = rows.map(({ slug: article, title, description }) => ({
    title,
    path: articlePath(article),
    description,
  }))
  scope.reads(tags.lettersBeside(slug, key))
  const [previous, next] = besideLetter(await usedKeys(scope, slug), key)
  const linkTo = (beside: string | undefined): Link | null => {
    const other = beside === undefined ? undefined : letterWithKey(beside, locale)
    return other ? { title: other.letter, path: letterPath(slug, other.key) } : null
  }
  const words = LETTER_WORDS[locale]
  return {
    kind: 'letter',
    path: letterPath(slug, key),
    seo: {
      title: titleOf(scope, words.title(category.title, letter)),
      description: words.description(category.title, letter),
    },
    category: { title: category.title, path: `/${slug}` },
    letter: letter.letter,
    previous: linkTo(previous),
    next: linkTo(next),
    entries: sortByTitle(entries, locale),
    newestOnly,
  }
}

/** The whole alphabet of a dictionary, with links to the letters that it has. */
export async function showLetters(scope: PageScope, dictionary: string): Promise<LetterLink[]> {
  const { locale } = scope.site
  scope.reads(tags.letters(dictionary))
  const used = await usedKeys(scope, dictionary)
  return alphabetOf(locale).map(({ letter, key }) => ({
    letter,
    path: used.includes(key) ? letterPath(dictionary, key) : null,
  }))
}

async function usedKeys({ db, site }: PageScope, dictionary: string): Promise<string[]> {
  const letters = await loadUsedLetters(db, [dictionary], site.locale)
  return letters.map(({ key }) => key)
}
