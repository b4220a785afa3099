import { TITLE_TAG } from '#shared/contracts/change.ts'
import type { Tag } from '#shared/contracts/primitives.ts'

/**
 * What pages read and edits touch. A page is rebuilt when a change touches a tag that its model
 * read, so a tag is as narrow as a page's interest: a list's newest part, one archive page, what a
 * card shows of an article.
 */
export const tags = {
  /** `site.yaml`: title, contacts, constants. On every page. */
  site: 'site' as Tag,
  /** Categories and subcategories. On every page, through the menu. */
  tree: 'tree' as Tag,
  /** Who the authors are and how many articles each has. */
  roster: 'roster' as Tag,
  /** Which articles editors picked for the home page. */
  picks: 'picks' as Tag,
  /** Any address or its time of last change. */
  sitemap: 'sitemap' as Tag,
  seo: (name: string): Tag => `seo:${name}`,
  info: (slug: string): Tag => `info:${slug}`,
  author: (slug: string): Tag => `author:${slug}`,
  /** Anything that the article's own page shows. */
  article: (id: string): Tag => `article:${id}`,
  /** What lists show of the article. */
  card: (id: string): Tag => `card:${id}`,
  /** Whether search finds it, and by which title. */
  title: (id: string): Tag => `${TITLE_TAG}${id}`,
  /** Which articles stand next to this one. */
  near: (id: string): Tag => `near:${id}`,
  /** The newest of a list, and how many it has. */
  list: (list: string): Tag => `list:${list}`,
  /** One page of a list's archive. */
  archive: (list: string, page: number): Tag => `list:${list}:${page}`,
  ads: (path: string): Tag => `ads:${path}`,
}
