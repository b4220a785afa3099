import type { AuthorPage, AuthorsPage, Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { filingName, letterOf, sortByTitle } from '#shared/text/alphabet.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { authorPath } from '../addresses/author-path.ts'
import { authorList, authorOf } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { shownPortrait } from '../library/portrait.ts'
import { loadRoster } from '../library/roster.ts'
import type { Author } from './common-data.ts'
import { type ListPlace, showFront } from './list-pages.ts'
import { namedSeo, namedText, type PageScope, titleOf } from './page-scope.ts'

export async function loadAuthorsPage(scope: PageScope): Promise<AuthorsPage> {
  scope.reads(tags.roster)
  const roster = await loadRoster(scope.db)
  const { locale } = scope.site
  const authors = roster.map(({ slug, name, description, articles, portrait }) => ({
    title: name,
    path: authorPath(slug),
    letter: letterOf(filingName(name, locale), locale).letter,
    description: openingOf(description, locale),
    articles,
    ...(portrait && { portrait: shownPortrait(slug, portrait) }),
  }))
  return {
    kind: 'authors',
    path: '/authors',
    seo: namedSeo(scope, 'authors'),
    authors: sortByName(authors, locale),
  }
}

/** Three lines of a list on a phone, in characters. */
const LONGEST_OPENING = 160

/** The first sentence of a biography, cut at a word when it is too long for a list. */
function openingOf(biography: string, locale: Locale): string {
  const sentences = new Intl.Segmenter(languageTag(locale), { granularity: 'sentence' })
  const [first] = sentences.segment(biography)
  return cutAtWord(first?.segment.trim() ?? '', LONGEST_OPENING)
}

const sortByName = <T extends Link>(authors: readonly T[], locale: Locale): T[] =>
  sortByTitle(authors, locale, ({ title }) => filingName(title, locale))

export async function loadAuthorLinks(scope: PageScope): Promise<Link[]> {
  scope.reads(tags.authorLinks)
  const roster = await loadRoster(scope.db)
  const links = roster.map(({ slug, name }) => ({ title: name, path: authorPath(slug) }))
  return sortByName(links, scope.site.locale)
}

/** The author with this list, if there is one. */
export function findAuthor(scope: PageScope, list: string): ListPlace | undefined {
  const slug = authorOf(list)
  const author = scope.authors.get(slug)
  if (!author) return undefined
  scope.reads(tags.authorName(slug))
  return {
    link: { title: author.name, path: authorPath(slug) },
    above: () => [{ title: namedText(scope, 'authors', 'title'), path: '/authors' }],
    showFront: () => showAuthor(scope, author),
  }
}

async function showAuthor(scope: PageScope, author: Author): Promise<AuthorPage> {
  const { slug, name, description, facts } = author
  scope.reads(tags.author(slug), tags.authorBiography(slug), tags.authorCount(slug))
  const { articles } = await scope.db
    .selectFrom('author')
    .select('articles')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return {
    kind: 'author',
    path: authorPath(slug),
    seo: { title: titleOf(scope, author.meta_title), description: author.meta_description },
    author: { name, description, ...facts, articles },
    ...showFront(scope, authorList(slug), authorPath(slug)),
  }
}
