import type { ArticleCard, Link, Seo, SponsoredLink } from '#shared/contracts/page.ts'
import {
  CONTENT_START,
  type Instant,
  type PagePath,
  type Tag,
} from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { atZone, UTC } from '#shared/text/time-zone.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { ALL } from '../addresses/lists.ts'
import type { ListRoute } from '../addresses/page-route.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type ArticleOver, cardsWith, loadOver } from '../library/article-over.ts'
import { type CardRow, cardsOf, cardsOnArchives, type LinkRow } from '../library/card-repository.ts'
import { chooseFavorites } from '../library/favorites.ts'
import { lastPositions, loadFronts } from '../library/listings.ts'
import { type ArticleRow, loadPageArticles, type PageArticle } from '../library/page-articles.ts'
import type { SiteSettings } from '../site/site-settings.ts'
import type { CommonData, NamedText } from './common-data.ts'

/** What all pages of a snapshot share. It is read once for all of them. */
export interface SiteScope extends CommonData {
  /** The snapshot that everything on a page must be read from. */
  db: Reader
  /** By path. Holds only paths with sponsored links of their own. */
  ads: ReadonlyMap<PagePath, SponsoredLink[]>
  /** By list, for the requested fronts. */
  frontCards: ReadonlyMap<string, CardRow[]>
  /** By `archiveKey`, for the requested pages of archives. */
  archiveCards: ReadonlyMap<string, CardRow[]>
  /** By slug, for the requested articles. */
  articles: ReadonlyMap<string, PageArticle>
  /** The last position in use of a requested list. */
  lastPosition(list: string): number
  /** By list, for the requested fronts that show favorites. */
  favoriteCards: ReadonlyMap<string, CardRow[]>
}

/** What one page is made from. It records what was read for it. */
export interface PageScope extends SiteScope {
  /** Records the tags of what is being read. */
  reads(...tags: readonly Tag[]): void
  /** Records an instant of change: the latest one becomes the page's `modifiedAt`. */
  changedAt(instant: Instant): void
  /** Records the tags of these articles and returns their cards. */
  showCards(rows: readonly CardRow[]): ArticleCard[]
  /** The same for pages that show titles only. */
  showLinks(rows: readonly LinkRow[]): Link[]
  /** The instant as pages have it: with the offset of the site's time zone. */
  showInstant(instant: Instant): Instant
}

/**
 * Reads what the requested pages need, for all of them together.
 *
 * @param wanted the requested fronts and archive pages of lists
 * @param rows the requested articles
 * @param over an article in place of the one that is stored
 */
export async function openSiteScope(
  db: Reader,
  known: CommonData & Pick<SiteScope, 'ads'>,
  wanted: readonly ListRoute[],
  rows: readonly ArticleRow[],
  over?: ArticleOver,
): Promise<SiteScope> {
  const { pageSize, more } = known.constants
  // The site map lists titles, not cards, and reads them itself.
  const withCards = wanted.filter(({ list }) => list !== ALL)
  const fronts = withCards.filter(({ number }) => number === undefined).map(({ list }) => list)
  const archives = withCards.flatMap(({ list, number: page }) => (page ? { list, page } : []))
  const [last, fronted, archiveCards, articles] = await settleAll([
    lastPositions(db, [...new Set(wanted.map(({ list }) => list))]),
    loadFrontCards(db, known, fronts),
    cardsOnArchives(db, archives, pageSize),
    loadPageArticles(db, rows, more),
  ])
  const shown = over && (await layOver(db, over, more, { ...fronted, archiveCards, articles }))
  return {
    ...known,
    db,
    ...fronted,
    archiveCards,
    articles,
    ...shown,
    lastPosition: (list) => last.get(list) ?? 0,
  }
}

/** The article as its page shows it, and its card on the requested pages of lists that it is on. */
async function layOver(
  db: Reader,
  over: ArticleOver,
  more: number,
  {
    frontCards,
    archiveCards,
    articles,
  }: Pick<SiteScope, 'frontCards' | 'archiveCards' | 'articles'>,
) {
  const withCard = (cards: ReadonlyMap<string, CardRow[]>) =>
    new Map(Array.from(cards, ([list, rows]) => [list, cardsWith(rows, over)]))
  const article = await loadOver(db, over, more)
  return {
    frontCards: withCard(frontCards),
    archiveCards: withCard(archiveCards),
    articles: new Map([...articles, [article.slug, article]]),
  }
}

/** The articles on the fronts of these lists, and the favorites beside them. */
async function loadFrontCards(db: Reader, words: CommonData, fronts: readonly string[]) {
  const shown = await loadFronts(db, fronts, words.constants.pageSize)
  const beside = await chooseFavorites(db, words.categories, words.constants, shown)
  const [frontCards, favoriteCards] = await settleAll([cardsOf(db, shown), cardsOf(db, beside)])
  return { frontCards, favoriteCards }
}

/** A page that is being made. */
export type PageMaking = ReturnType<typeof openPageScope>

export function openPageScope(site: SiteScope) {
  const read = new Set<Tag>()
  let modifiedAt: Instant = CONTENT_START

  const scope: PageScope = {
    ...site,
    reads: (...more) => {
      for (const tag of more) read.add(tag)
    },
    changedAt: (instant) => {
      if (instant > modifiedAt) modifiedAt = instant
    },
    showCards: (rows) =>
      rows.map((row) => {
        const label = tags.cardLabel(`${row.category}/${row.subcategory}`)
        scope.reads(tags.card(row.id), tags.authorName(row.author), label)
        scope.changedAt(row.updatedAt)
        return cardOf(scope, row)
      }),
    showLinks: (rows) =>
      rows.map(({ id, publishedAt, link }) => {
        scope.reads(tags.link(id))
        scope.changedAt(publishedAt)
        return link
      }),
    showInstant: (instant) => atZone(instant, site.site.zone ?? UTC),
  }
  return { scope, record: () => ({ tags: [...read].sort(), modifiedAt }) }
}

function cardOf({ authors, cardSections, showInstant }: PageScope, row: CardRow): ArticleCard {
  const section = `/${row.category}/${row.subcategory}`
  return {
    path: articlePath(row.slug),
    title: row.title,
    description: row.description,
    publishedAt: showInstant(row.publishedAt),
    readingMinutes: row.readingMinutes,
    author: { title: authors.get(row.author)?.name ?? '', path: authorPath(row.author) },
    section: cardSections.get(section) ?? { title: '', path: section },
  }
}

/** What editors wrote for a page that is neither article, category nor author. */
export function namedText(scope: PageScope, name: string, part: keyof NamedText): string {
  scope.reads(part === 'title' ? tags.seoTitle(name) : tags.seoDescription(name))
  const text = scope.namedTexts.get(name)
  if (!text) {
    const file = `content/page-seo/${scope.site.locale}.yaml`
    throw new Error(`There is no title and description for "${name}": add them to ${file}`)
  }
  return text[part]
}

export function namedSeo(scope: PageScope, name: string): Seo {
  const title = namedText(scope, name, 'title')
  return {
    title: name === 'home' ? title : titleOf(scope, title),
    description: namedText(scope, name, 'description'),
  }
}

/**
 * The same for a page that the release before did not have: until the next import, its content has no
 * words for it.
 */
export function newPageSeo(scope: PageScope, name: string): Seo {
  if (scope.namedTexts.has(name)) return namedSeo(scope, name)
  scope.reads(tags.seoTitle(name))
  const { title, tagline } = scope.site
  return { title, description: tagline || title, noindex: true }
}

/** The text of `<title>`: the names given, the most specific first, then the site's own. */
export const titleOf = ({ site }: SiteSettings, ...names: readonly string[]) =>
  [...names, site.title].join(' – ')
