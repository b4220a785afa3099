import type { Selectable } from 'kysely'
import type { AuthorFacts, Link, Sponsored } from '#shared/contracts/page.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import { isOfArticles } from '../changes/tags.ts'
import type { History } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadNewPathAd } from '../library/ads-repository.ts'
import { loadMenuTopics } from '../library/menu-topics.ts'
import { PORTRAIT, shownPortrait } from '../library/portrait.ts'
import { loadShownPages, loadYear, shellOf } from '../library/shell.ts'
import {
  type Category,
  categoryLink,
  loadCategories,
  subcategoryLink,
} from '../site/category-repository.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'

export interface NamedText {
  title: string
  description: string
}

/** What pages show of an author, except the number of articles, which changes with articles. */
export type Author = Pick<
  Selectable<Database['author']>,
  'slug' | 'name' | 'description' | 'meta_title' | 'meta_description'
> & { facts: AuthorFacts }

/** A few hundred words. Nearly every page needs some of them. */
export interface CommonData extends SiteSettings {
  categories: Category[]
  shell: Shell
  /** Ads of paths that have none of their own. */
  newPathAd: Sponsored
  /** By name, for pages that are neither article, category nor author. */
  namedTexts: ReadonlyMap<string, NamedText>
  /** By slug. */
  authors: ReadonlyMap<string, Author>
  /** The section that a card names, by the path of the article's subcategory. */
  cardSections: ReadonlyMap<PagePath, Link>
}

const known = new WeakMap<ReadDatabase, { history: History; words: CommonData }>()

/** The most edits since the last reading that are checked; after more, words are read again. */
const MAX_EDITS = 20

/**
 * The site's words as of a snapshot. The last words read are kept until an edit touches them: seven
 * statements less for each answer of a rebuild.
 *
 * @param db identifies the database; its snapshots of one revision are equal
 */
export async function loadCommonData(
  db: ReadDatabase,
  snapshot: Reader,
  history: Promise<History>,
): Promise<CommonData> {
  const last = known.get(db)
  const [now, edits] = await settleAll([
    history,
    last ? loadEdits(snapshot, last.history.revision) : [],
  ])
  const words =
    last && areSame(last.history, now, edits) ? last.words : await readSiteWords(snapshot)
  known.set(db, { history: now, words })
  return words
}

/** The tags that each edit after a revision touched; at most `MAX_EDITS` + 1 edits. */
async function loadEdits(db: Reader, after: Revision): Promise<Tag[][]> {
  const edits = await db
    .selectFrom('change')
    .select('tags')
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(MAX_EDITS + 1)
    .execute()
  return edits.map(({ tags }) => tags)
}

/** Whether only articles changed between two points of a history. */
const areSame = (before: History, now: History, edits: readonly Tag[][]) =>
  before.feed === now.feed &&
  edits.length <= MAX_EDITS &&
  edits.length === now.revision - before.revision &&
  edits.every((touched) => touched.every(isOfArticles))

async function readSiteWords(db: Reader): Promise<CommonData> {
  const [settings, categories, year, topics, pages, newPathAd, texts, authors] = await settleAll([
    loadSiteSettings(db),
    loadCategories(db),
    loadYear(db),
    loadMenuTopics(db),
    loadShownPages(db),
    loadNewPathAd(db),
    db.selectFrom('page_seo').select(['name', 'title', 'description']).execute(),
    loadAuthors(db),
  ])
  return {
    ...settings,
    categories,
    shell: shellOf(settings, categories, year, topics, pages),
    newPathAd,
    namedTexts: new Map(texts.map(({ name, ...text }) => [name, text])),
    authors: new Map(authors.map((author) => [author.slug, author])),
    cardSections: new Map(categories.flatMap(sectionsOf)),
  }
}

async function loadAuthors(db: Reader): Promise<Author[]> {
  const rows = await db
    .selectFrom('author')
    .select(['slug', 'name', 'description', 'meta_title', 'meta_description', 'role', 'links'])
    .select(PORTRAIT.as('portrait'))
    .execute()
  return rows.map(({ role, links, portrait, ...author }) => ({
    ...author,
    facts: {
      ...(role !== null && { role }),
      ...(links.length > 0 && { links }),
      ...(portrait && { portrait: shownPortrait(author.slug, portrait) }),
    },
  }))
}

/** A card names the category instead of its fallback subcategory, whose name says nothing. */
const sectionsOf = (category: Category): [PagePath, Link][] =>
  category.children.map((child) => {
    const link = subcategoryLink(category, child)
    return [link.path, child.slug === category.fallback ? categoryLink(category) : link]
  })
