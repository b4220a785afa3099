import type { ReadonlyKysely } from 'kysely/readonly'
import type { Link, Sponsored } from '#shared/contracts/page.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { together } from '#shared/together.ts'
import { loadNewPathAd } from '../ads/ads-repository.ts'
import { type Category, loadCategories } from '../categories/category-repository.ts'
import { isOfArticles } from '../changes/tags.ts'
import type { History } from '../database/in-snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadYear, shellOf } from '../site/shell.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'
import { loadMenuTopics } from '../topics/menu-topics.ts'

export interface NamedText {
  title: string
  description: string
}

/** A few hundred words that nearly every page needs some of, whichever it is. */
export interface SiteWords extends SiteSettings {
  categories: Category[]
  shell: Shell
  /** What paths without ads of their own show. */
  newPathAd: Sponsored
  /** Of pages that are neither article, category nor author. */
  namedTexts: ReadonlyMap<string, NamedText>
  /** By slug. */
  authorNames: ReadonlyMap<string, string>
  /** Where cards say that an article stands, by the path of its subcategory. */
  cardSections: ReadonlyMap<PagePath, Link>
}

const known = new WeakMap<ReadonlyKysely<Database>, { history: History; words: SiteWords }>()

/** Edits since the words were read that are looked through; after more they are read again. */
const MOST_EDITS = 20

/**
 * As they are in a snapshot. Those that were read last are kept while no edit touches them, which
 * hardly any does: seven statements less for each answer of a rebuild.
 *
 * @param db names the database: its snapshots of one revision say the same
 */
export async function loadSiteWords(
  db: ReadonlyKysely<Database>,
  snapshot: Reader,
  history: Promise<History>,
): Promise<SiteWords> {
  const last = known.get(db)
  const [now, edits] = await together([
    history,
    last ? loadEdits(snapshot, last.history.revision) : [],
  ])
  const words =
    last && areSame(last.history, now, edits) ? last.words : await readSiteWords(snapshot)
  known.set(db, { history: now, words })
  return words
}

/** What the edits after a revision touched; of too many, not all. */
async function loadEdits(db: Reader, after: Revision): Promise<Tag[][]> {
  const edits = await db
    .selectFrom('change')
    .select('tags')
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(MOST_EDITS + 1)
    .execute()
  return edits.map(({ tags }) => tags)
}

/** Whether nothing but articles changed between two moments of a history. */
const areSame = (before: History, now: History, edits: readonly Tag[][]) =>
  before.feed === now.feed &&
  edits.length <= MOST_EDITS &&
  edits.length === now.revision - before.revision &&
  edits.every((touched) => touched.every(isOfArticles))

async function readSiteWords(db: Reader): Promise<SiteWords> {
  const [settings, categories, year, topics, newPathAd, texts, authors] = await together([
    loadSiteSettings(db),
    loadCategories(db),
    loadYear(db),
    loadMenuTopics(db),
    loadNewPathAd(db),
    db.selectFrom('page_seo').select(['name', 'title', 'description']).execute(),
    db.selectFrom('author').select(['slug', 'name']).execute(),
  ])
  return {
    ...settings,
    categories,
    shell: shellOf(settings, categories, year, topics),
    newPathAd,
    namedTexts: new Map(texts.map(({ name, ...text }) => [name, text])),
    authorNames: new Map(authors.map(({ slug, name }) => [slug, name])),
    cardSections: new Map(categories.flatMap(sectionsOf)),
  }
}

/** The name of a subcategory that takes the rest says nothing of an article: its category's does. */
const sectionsOf = ({ slug, title, fallback, children }: Category): [PagePath, Link][] =>
  children.map((child) => {
    const path = `/${slug}/${child.slug}`
    return [
      path,
      child.slug === fallback ? { title, path: `/${slug}` } : { title: child.title, path },
    ]
  })
