import type { ArticleCard, Seo } from '#shared/contracts/page.ts'
import { CONTENT_START, type Instant, type Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { CardRow } from '../articles/card-repository.ts'
import { type Category, loadCategories } from '../categories/category-repository.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { loadYear } from '../site/current-year.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'

/** What every page is made from, and the record of what its making read. */
export interface PageScope extends SiteSettings {
  db: Reader
  categories: Category[]
  shell: Shell
  /** Notes tags of what is being read. */
  reads(...tags: readonly Tag[]): void
  /** Takes over what the page says last changed. */
  changedAt(instant: Instant): void
  /** Notes what was read of these articles and gives what a page shows of them. */
  showCards(rows: readonly CardRow[]): ArticleCard[]
}

export interface PageRecord {
  tags: Tag[]
  modifiedAt: Instant
}

/** @param db one snapshot: everything a page shows must come from it */
export async function openPageScope(
  db: Reader,
): Promise<{ scope: PageScope; record: () => PageRecord }> {
  const settings = await loadSiteSettings(db)
  const categories = await loadCategories(db)
  const read = new Set<Tag>([tags.site, tags.tree])
  let modifiedAt: Instant = CONTENT_START

  const scope: PageScope = {
    ...settings,
    db,
    categories,
    shell: { site: settings.site, menu: menuOf(categories), year: await loadYear(db) },
    reads: (...more) => {
      for (const tag of more) read.add(tag)
    },
    changedAt: (instant) => {
      if (instant > modifiedAt) modifiedAt = instant
    },
    showCards: (rows) =>
      rows.map(({ id, updatedAt, card }) => {
        scope.reads(tags.card(id))
        scope.changedAt(updatedAt)
        return card
      }),
  }
  return { scope, record: () => ({ tags: [...read].sort(), modifiedAt }) }
}

const menuOf = (categories: readonly Category[]) =>
  categories.map((category) => ({
    label: category.title,
    key: `/${category.slug}`,
    children: category.children.map(({ title, slug }) => ({
      label: title,
      key: `/${category.slug}/${slug}`,
    })),
  }))

/** Title and description of a page that is neither article, category nor author, as written. */
export async function loadNamedText(
  scope: PageScope,
  name: string,
): Promise<{ title: string; description: string }> {
  scope.reads(tags.seo(name))
  return scope.db
    .selectFrom('page_seo')
    .select(['title', 'description'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

export async function namedSeo(scope: PageScope, name: string): Promise<Seo> {
  const { title, description } = await loadNamedText(scope, name)
  return { title: name === 'home' ? title : titleOf(scope, title), description }
}

/** The text of `<title>`: from the narrowest name to the site's own. */
export const titleOf = ({ site }: SiteSettings, ...names: readonly string[]) =>
  [...names, site.title].join(' – ')
