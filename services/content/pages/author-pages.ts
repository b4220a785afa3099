import type { ArchivePage, AuthorPage, AuthorsPage, Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { filingName, letterOf, sortByTitle } from '#shared/text/alphabet.ts'
import { authorList } from '../articles/listings.ts'
import { authorFacts } from '../authors/author-facts.ts'
import { authorPath } from '../authors/author-path.ts'
import { openingOf } from '../authors/opening-of.ts'
import { shownPortrait } from '../authors/portrait.ts'
import { loadRoster } from '../authors/roster.ts'
import { tags } from '../changes/tags.ts'
import { showArchivePage, showFront } from './list-pages.ts'
import { namedSeo, namedTitle, type PageScope, titleOf } from './page-scope.ts'

export async function loadAuthorsPage(scope: PageScope): Promise<AuthorsPage> {
  return {
    kind: 'authors',
    path: '/authors',
    seo: namedSeo(scope, 'authors'),
    authors: await loadAuthorRoster(scope),
  }
}

async function loadAuthorRoster(scope: PageScope): Promise<AuthorsPage['authors']> {
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
  return sortByName(authors, locale)
}

const sortByName = <T extends Link>(authors: readonly T[], locale: Locale): T[] =>
  sortByTitle(authors, locale, ({ title }) => filingName(title, locale))

export async function loadAuthorLinks(scope: PageScope): Promise<Link[]> {
  scope.reads(tags.authorLinks)
  const roster = await loadRoster(scope.db)
  const links = roster.map(({ slug, name }) => ({ title: name, path: authorPath(slug) }))
  return sortByName(links, scope.site.locale)
}

export async function loadAuthorPage(
  scope: PageScope,
  slug: string,
): Promise<AuthorPage | undefined> {
  const author = await scope.findAuthor(slug)
  if (!author) return undefined

  scope.reads(
    tags.author(slug),
    tags.authorName(slug),
    tags.authorBiography(slug),
    tags.authorCount(slug),
  )
  return {
    kind: 'author',
    path: authorPath(slug),
    seo: { title: titleOf(scope, author.meta_title), description: author.meta_description },
    author: {
      name: author.name,
      description: author.description,
      ...authorFacts(author),
      articles: author.articles,
    },
    ...showFront(scope, authorList(slug), authorPath(slug)),
  }
}

export async function loadAuthorArchive(
  scope: PageScope,
  slug: string,
  number: number,
): Promise<ArchivePage | undefined> {
  const author = await scope.findAuthor(slug)
  if (!author) return undefined

  scope.reads(tags.authorName(slug))
  return showArchivePage(
    scope,
    authorList(slug),
    [{ title: namedTitle(scope, 'authors'), path: '/authors' }],
    { title: author.name, path: authorPath(slug) },
    number,
  )
}
