import type { ArchivePage, AuthorPage, AuthorsPage } from '#shared/contracts/page.ts'
import { countArticles } from '../articles/card-repository.ts'
import { authorList } from '../articles/listings.ts'
import { authorPath } from '../authors/author-path.ts'
import { tags } from '../changes/tags.ts'
import { loadArchivePage, loadFront } from './list-pages.ts'
import { loadNamedText, namedSeo, type PageScope, titleOf } from './page-scope.ts'

/** More authors than a roster has; a bound, not a page size. */
const MAX_AUTHORS = 500

export async function loadAuthorsPage(scope: PageScope): Promise<AuthorsPage> {
  return {
    kind: 'authors',
    path: '/authors',
    seo: await namedSeo(scope, 'authors'),
    authors: await loadRoster(scope),
  }
}

/** All authors in the order of the locale's alphabet. */
export async function loadRoster(scope: PageScope): Promise<AuthorsPage['authors']> {
  scope.reads(tags.roster)
  const authors = await scope.db
    .selectFrom('author')
    .select((eb) => [
      'author.slug',
      'author.name',
      'author.description',
      eb
        .selectFrom('article')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('article.author', '=', 'author.slug')
        .where('article.status', '=', 'published')
        .as('articles'),
    ])
    .orderBy('author.slug')
    .limit(MAX_AUTHORS)
    .execute()

  const { compare } = new Intl.Collator(scope.site.locale.replace('_', '-'))
  return authors
    .sort((a, b) => compare(a.name, b.name))
    .map(({ slug, name, description, articles }) => ({
      title: name,
      path: authorPath(slug),
      description,
      articles: articles ?? 0,
    }))
}

export async function loadAuthorPage(
  scope: PageScope,
  slug: string,
): Promise<AuthorPage | undefined> {
  const author = await scope.db
    .selectFrom('author')
    .selectAll()
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!author) return undefined

  scope.reads(tags.author(slug))
  return {
    kind: 'author',
    path: authorPath(slug),
    seo: { title: titleOf(scope, author.meta_title), description: author.meta_description },
    author: {
      name: author.name,
      description: author.description,
      articles: await countArticles(scope.db, authorList(slug)),
    },
    ...(await loadFront(scope, authorList(slug), authorPath(slug))),
  }
}

export async function loadAuthorArchive(
  scope: PageScope,
  slug: string,
  number: number,
): Promise<ArchivePage | undefined> {
  const author = await scope.db
    .selectFrom('author')
    .select('name')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!author) return undefined

  scope.reads(tags.author(slug))
  const above = await loadNamedText(scope, 'authors')
  return loadArchivePage(
    scope,
    authorList(slug),
    [{ title: above.title, path: '/authors' }],
    { title: author.name, path: authorPath(slug) },
    number,
  )
}
