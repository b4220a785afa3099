import { sql } from 'kysely'
import type { ArticlePage } from '#shared/contracts/page.ts'
import { fold } from '#shared/text/fold.ts'
import { languageOf } from '#shared/text/language-tag.ts'
import { together } from '#shared/together.ts'
import { articlePath } from '../articles/article-path.ts'
import { type CardRow, cardsOf } from '../articles/card-repository.ts'
import type { Placement } from '../articles/check-article.ts'
import { entitiesOf } from '../articles/entities-of.ts'
import { storedOrigin } from '../articles/origin.ts'
import { plainText } from '../articles/plain-text.ts'
import { loadRelated } from '../articles/related-articles.ts'
import { TRANSLATIONS } from '../articles/translations.ts'
import { authorFacts } from '../authors/author-facts.ts'
import { authorPath } from '../authors/author-path.ts'
import { PORTRAIT } from '../authors/portrait.ts'
import { definesWords } from '../categories/category-repository.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Mention } from '../glossary/find-mentions.ts'
import { showMentions } from '../glossary/show-mentions.ts'
import { loadMentions, loadTerms, type ShownTerm } from '../glossary/shown-terms.ts'
import { type GoneOutcome, showGonePage } from './gone-page.ts'
import {
  openPageScope,
  type PageRecord,
  type PageScope,
  type SiteScope,
  titleOf,
} from './page-scope.ts'
import { showSponsored } from './show-sponsored.ts'

export type ArticleOutcome =
  | (PageRecord & { status: 'found'; page: ArticlePage; markdown: string })
  | GoneOutcome

/** Articles with what their pages show beside them. */
interface ShownArticles {
  rows: readonly ArticleRow[]
  /** By article, those that it suggests. */
  suggested: ReadonlyMap<string, CardRow[]>
  /** By article, where it mentions terms. */
  mentions: ReadonlyMap<string, Mention[]>
  /** Those that are in force. */
  termById: ReadonlyMap<string, ShownTerm>
}

/**
 * What these articles show beside them, in a number of statements that does not depend on theirs.
 *
 * @param more articles suggested by each
 */
export async function loadShownArticles(
  db: Reader,
  rows: readonly ArticleRow[],
  more: number,
): Promise<ShownArticles> {
  const published = rows.filter(({ status }) => status === 'published').map(({ id }) => id)
  const [suggested, mentioned] = await together([
    loadRelated(db, published, more).then((related) => cardsOf(db, related)),
    loadMentioned(db, published),
  ])
  return { rows, suggested, ...mentioned }
}

async function loadMentioned(db: Reader, articles: readonly string[]) {
  const mentions = await loadMentions(db, articles)
  const mentioned = [...mentions.values()].flat().map(({ term }) => term)
  const terms = await loadTerms(db, [...new Set(mentioned)])
  return { mentions, termById: new Map(terms.map((term) => [term.id, term])) }
}

/** Their pages, by slug. */
export function showArticles(site: SiteScope, shown: ShownArticles): Map<string, ArticleOutcome> {
  return new Map(
    shown.rows.map((row) => [
      row.slug,
      row.status === 'gone'
        ? showGonePage(site, articlePath(row.slug), row.updated_at)
        : show(site, row, shown),
    ]),
  )
}

type ArticleRow = Awaited<ReturnType<typeof loadArticles>>[number]

/** Where the article is filed, its home first. */
const PLACEMENTS = sql<Placement[]>`(
  select coalesce(
    json_agg(
      json_build_object('category', category, 'subcategory', subcategory, 'topics', topics)
      order by position
    ),
    '[]'
  )
  from placement where placement.article = article.id
)`

/** Those of these articles that there are or were, in one statement. */
export async function loadArticles(db: Reader, slugs: readonly string[]) {
  if (slugs.length === 0) return []
  return (
    db
      .selectFrom('article')
      .leftJoin('author', 'author.slug', 'article.author')
      // A withdrawn article may be filed nowhere.
      .leftJoin('placement as home', (join) =>
        join.onRef('home.article', '=', 'article.id').on('home.position', '=', 0),
      )
      .select([
        'article.id',
        'article.slug',
        'article.status',
        'article.title',
        'article.description',
        'article.body_html',
        'article.body_markdown',
        'article.headings',
        'article.published_at',
        'article.updated_at',
        'article.reading_minutes',
        'article.takeaways',
        'article.sources',
        'article.provenance',
        'article.human_stated',
        'article.answered_by',
        'article.reviewed_by',
        'article.reviewed_at',
        'article.translation_key',
        'home.category',
        'home.subcategory',
      ])
      .select([
        PLACEMENTS.as('placements'),
        TRANSLATIONS.as('translations'),
        PORTRAIT.as('portrait'),
      ])
      // Only a withdrawn article may have no author, and nothing of it is shown.
      .select(({ ref }) => [
        ref('article.author').$notNull().as('author'),
        ref('author.name').$notNull().as('authorName'),
        ref('author.description').$notNull().as('authorDescription'),
        ref('author.role').as('authorRole'),
        ref('author.links').$notNull().as('authorLinks'),
      ])
      .where('article.slug', 'in', slugs)
      .execute()
  )
}

function show(
  site: SiteScope,
  article: ArticleRow,
  { suggested, mentions: allMentions, termById }: ShownArticles,
): ArticleOutcome {
  const mentions = allMentions.get(article.id) ?? []
  const { scope, record } = openPageScope(site)
  const path = articlePath(article.slug)
  scope.reads(
    tags.shell,
    tags.address(path),
    tags.article(article.id),
    tags.related(article.id),
    tags.authorName(article.author),
    tags.authorBiography(article.author),
    tags.constant('more'),
    tags.definitions(`${article.category}/${article.subcategory}`),
    tags.mentions(article.id),
    ...(article.translation_key === null ? [] : [tags.translations(article.translation_key)]),
    ...mentions.flatMap(({ term }) => (termById.has(term) ? tags.term(term) : [])),
  )
  scope.changedAt(article.updated_at)
  const home = scope.categories.find(({ slug }) => slug === article.category)
  const { html, terms } = showMentions(article.body_html, mentions, termById)
  const page: ArticlePage = {
    kind: 'article',
    path,
    seo: { title: titleOf(scope, article.title), description: article.description },
    node: {
      id: article.id,
      frontmatter: {
        title: article.title,
        slug: article.slug,
        description: article.description,
        author: article.authorName,
        entities: entitiesOf(article.placements),
      },
    },
    article: {
      id: article.id,
      slug: article.slug,
      title: article.title,
      description: article.description,
      ...(repeatsText(article) && { descriptionRepeatsText: true }),
      bodyHtml: html,
      headings: article.headings,
      publishedAt: article.published_at,
      updatedAt: article.updated_at,
      readingMinutes: article.reading_minutes,
      takeaways: article.takeaways,
      sources: article.sources,
      ...storedOrigin(article),
      ...(terms.length > 0 && { terms }),
      ...(home && definesWords(home, article.subcategory) && { isDefinition: true }),
    },
    author: {
      title: article.authorName,
      path: authorPath(article.author),
      description: article.authorDescription,
      ...authorFacts({
        slug: article.author,
        role: article.authorRole,
        links: article.authorLinks,
        portrait: article.portrait,
      }),
    },
    ...translationsOf(scope, article),
    breadcrumb: breadcrumbOf(scope, article),
    related: scope.showCards(suggested.get(article.id) ?? []),
    ...showSponsored(scope, path),
  }
  return { status: 'found', ...record(), page, markdown: article.body_markdown }
}

/** Whether the first paragraph says what the description says, as it does where nobody wrote one. */
function repeatsText({ description, body_html }: ArticleRow): boolean {
  const [paragraph = ''] = /<p>.*?<\/p>/s.exec(body_html) ?? []
  return charactersOf(plainText(paragraph)).startsWith(charactersOf(description))
}

/** Without blanks and signs, which the text has as its language sets them. */
const charactersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** By language, on the sites that this one leads to. */
function translationsOf({ site }: PageScope, { translations }: Pick<ArticleRow, 'translations'>) {
  const known = (site.sisters ?? []).flatMap(({ locale }) => {
    const path = translations?.[locale]
    return path === undefined ? [] : [[languageOf(locale), path]]
  })
  return known.length > 0 && { translations: Object.fromEntries(known) }
}

function breadcrumbOf(
  { categories }: PageScope,
  { category, subcategory }: Pick<ArticleRow, 'category' | 'subcategory'>,
) {
  const above = categories.find(({ slug }) => slug === category)
  const own = above?.children.find(({ slug }) => slug === subcategory)
  return [
    { title: above?.title ?? '', path: `/${category}` },
    { title: own?.title ?? '', path: `/${category}/${subcategory}` },
  ]
}
