import type { Selectable } from 'kysely'
import type { ArticleCard, Link, Seo, SponsoredLink } from '#shared/contracts/page.ts'
import {
  CONTENT_START,
  type Instant,
  type PagePath,
  type Tag,
} from '#shared/contracts/primitives.ts'
import { together } from '#shared/together.ts'
import { articlePath } from '../articles/article-path.ts'
import {
  type CardRow,
  cardsOf,
  cardsOnArchives,
  type LinkRow,
} from '../articles/card-repository.ts'
import { chooseFavorites } from '../articles/favorites.ts'
import { lastPositions, loadFronts } from '../articles/listings.ts'
import { authorPath } from '../authors/author-path.ts'
import { PORTRAIT, type PortraitFacts } from '../authors/portrait.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import type { SiteSettings } from '../site/site-settings.ts'
import type { NamedText, SiteWords } from './site-words.ts'

/** What pages share: read once for all pages of a snapshot. */
export interface SiteScope extends SiteWords {
  /** One snapshot: everything that a page shows must come from it. */
  db: Reader
  /** By path, of those that have links of their own. */
  ads: ReadonlyMap<PagePath, SponsoredLink[]>
  /** By list, of those whose own pages are wanted. */
  frontCards: ReadonlyMap<string, CardRow[]>
  /** By `archiveKey`, of the pages of archives that are wanted. */
  archiveCards: ReadonlyMap<string, CardRow[]>
  /** Of the lists that are wanted. */
  lastPosition(list: string): number
  /** By list, of those whose own pages are wanted and have favorites beside them. */
  favoriteCards: ReadonlyMap<string, CardRow[]>
  /** Asked for once, however many pages of the snapshot want to know. */
  findAuthor(slug: string): Promise<Author | undefined>
}

type Author = Selectable<Database['author']> & { portrait: PortraitFacts | null }

/** What one page is made from, and the record of what its making read. */
export interface PageScope extends SiteScope {
  /** Notes tags of what is being read. */
  reads(...tags: readonly Tag[]): void
  /** Takes over what the page says last changed. */
  changedAt(instant: Instant): void
  /** Notes what was read of these articles and gives what a page shows of them. */
  showCards(rows: readonly CardRow[]): ArticleCard[]
  /** The same of pages that show titles only. */
  showLinks(rows: readonly LinkRow[]): Link[]
}

export interface PageRecord {
  tags: Tag[]
  modifiedAt: Instant
}

/** What is read for all pages together. */
export interface Wanted {
  /** Lists whose own pages are wanted. */
  fronts: readonly string[]
  /** Pages of archives. */
  archives: readonly { list: string; page: number }[]
}

export async function openSiteScope(
  db: Reader,
  known: SiteWords & Pick<SiteScope, 'ads'>,
  { fronts, archives }: Wanted,
): Promise<SiteScope> {
  const { pageSize } = known.constants
  const lists = [...new Set([...fronts, ...archives.map(({ list }) => list)])]
  const [last, shown, archiveCards] = await together([
    lastPositions(db, lists),
    loadFronts(db, fronts, pageSize),
    cardsOnArchives(db, archives, pageSize),
  ])
  const beside = await chooseFavorites({ db, ...known }, shown)
  const [frontCards, favoriteCards] = await together([cardsOf(db, shown), cardsOf(db, beside)])
  return {
    ...known,
    db,
    frontCards,
    archiveCards,
    favoriteCards,
    lastPosition: (list) => last.get(list) ?? 0,
    findAuthor: once((slug) =>
      db
        .selectFrom('author')
        .selectAll()
        .select(PORTRAIT.as('portrait'))
        .where('slug', '=', slug)
        .executeTakeFirst(),
    ),
  }
}

/** The same answer for the same key, without asking again. */
function once<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key) => {
    const answer = known.get(key) ?? load(key)
    known.set(key, answer)
    return answer
  }
}

export function openPageScope(site: SiteScope): { scope: PageScope; record: () => PageRecord } {
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
        return cardOf(site, row)
      }),
    showLinks: (rows) =>
      rows.map(({ id, publishedAt, link }) => {
        scope.reads(tags.link(id))
        scope.changedAt(publishedAt)
        return link
      }),
  }
  return { scope, record: () => ({ tags: [...read].sort(), modifiedAt }) }
}

function cardOf({ authorNames, cardSections }: SiteScope, row: CardRow): ArticleCard {
  const section = `/${row.category}/${row.subcategory}`
  return {
    path: articlePath(row.slug),
    title: row.title,
    description: row.description,
    publishedAt: row.publishedAt,
    readingMinutes: row.readingMinutes,
    author: { title: authorNames.get(row.author) ?? '', path: authorPath(row.author) },
    section: cardSections.get(section) ?? { title: '', path: section },
  }
}

/** All categories. Every page reads the shell, which names them too. */
export const categoryLinks = ({ categories }: Pick<SiteScope, 'categories'>): Link[] =>
  categories.map(({ slug, title }) => ({ title, path: `/${slug}` }))

/** The title of a page that is neither article, category nor author, as written. */
export function namedTitle(scope: PageScope, name: string): string {
  scope.reads(tags.seoTitle(name))
  return namedText(scope, name).title
}

export function namedDescription(scope: PageScope, name: string): string {
  scope.reads(tags.seoDescription(name))
  return namedText(scope, name).description
}

function namedText({ namedTexts }: SiteScope, name: string): NamedText {
  const text = namedTexts.get(name)
  if (!text) throw new Error(`There is no title and description of ${name}`)
  return text
}

export function namedSeo(scope: PageScope, name: string): Seo {
  const title = namedTitle(scope, name)
  return {
    title: name === 'home' ? title : titleOf(scope, title),
    description: namedDescription(scope, name),
  }
}

/** The text of `<title>`: from the narrowest name to the site's own. */
export const titleOf = ({ site }: SiteSettings, ...names: readonly string[]) =>
  [...names, site.title].join(' – ')
