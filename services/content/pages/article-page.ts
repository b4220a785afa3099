import type { ArticlePage, GonePage } from '#shared/contracts/page.ts'
import { articlePath } from '../articles/article-path.ts'
import { type CardRow, cardsById } from '../articles/card-repository.ts'
import { ALL, neighboursOf } from '../articles/listings.ts'
import { authorPath } from '../authors/author-path.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope, titleOf } from './page-scope.ts'

export type ArticleOutcome =
  | { status: 'found'; page: ArticlePage }
  | { status: 'gone'; page: GonePage }
  | { status: 'unknown' }

export async function loadArticlePage(scope: PageScope, slug: string): Promise<ArticleOutcome> {
  const article = await scope.db
    .selectFrom('article')
    .innerJoin('author', 'author.slug', 'article.author')
    .selectAll('article')
    .select(['author.name as authorName', 'author.description as authorDescription'])
    .where('article.slug', '=', slug)
    .executeTakeFirst()
  if (!article) return { status: 'unknown' }

  scope.reads(tags.article(article.id))
  scope.changedAt(article.updated_at)
  if (article.status === 'gone') return { status: 'gone', page: await loadGone(scope, slug) }

  scope.reads(tags.author(article.author))
  const home = await scope.db
    .selectFrom('placement')
    .select(['category', 'subcategory'])
    .where('article', '=', article.id)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  const category = scope.categories.find((entry) => entry.slug === home.category)
  const subcategory = category?.children.find((entry) => entry.slug === home.subcategory)

  return {
    status: 'found',
    page: {
      kind: 'article',
      path: articlePath(article.slug),
      seo: { title: titleOf(scope, article.title), description: article.description },
      article: {
        id: article.id,
        slug: article.slug,
        title: article.title,
        description: article.description,
        bodyHtml: article.body_html,
        headings: article.headings,
        publishedAt: article.published_at,
        updatedAt: article.updated_at,
        readingMinutes: article.reading_minutes,
        takeaways: article.takeaways,
        sources: article.sources,
        provenance: article.provenance,
      },
      author: {
        title: article.authorName,
        path: authorPath(article.author),
        description: article.authorDescription,
      },
      breadcrumb: [
        { title: category?.title ?? '', path: `/${home.category}` },
        { title: subcategory?.title ?? '', path: `/${home.category}/${home.subcategory}` },
      ],
      related: scope.showCards(await loadRelated(scope, article.id, home)),
    },
  }
}

/**
 * The nearest articles of the same subcategory, then of the category, then of the site. Nearness
 * is a matter of position, so a new article becomes a neighbour of a handful of others only.
 */
async function loadRelated(
  scope: PageScope,
  id: string,
  home: { category: string; subcategory: string },
): Promise<CardRow[]> {
  const chosen = new Set<string>()
  for (const list of [`${home.category}/${home.subcategory}`, home.category, ALL]) {
    if (chosen.size >= scope.constants.more) break
    const own = await scope.db
      .selectFrom('listing')
      .select('position')
      .where('list', '=', list)
      .where('article', '=', id)
      .executeTakeFirst()
    if (!own) continue
    scope.reads(tags.near(list, id))
    for (const neighbour of await neighboursOf(scope.db, list, own.position)) {
      chosen.add(neighbour.id)
    }
  }
  return cardsById(scope.db, [...chosen].slice(0, scope.constants.more))
}

async function loadGone(scope: PageScope, slug: string): Promise<GonePage> {
  const seo = await namedSeo(scope, 'not-found')
  // Nothing that others change: withdrawn articles stay, and must not be made again for ever.
  return { kind: 'gone', path: articlePath(slug), seo: { ...seo, noindex: true } }
}
