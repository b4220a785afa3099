import { createHash } from 'node:crypto'
import { TITLE_TAG } from '#shared/contracts/change.ts'
import type { Tag } from '#shared/contracts/primitives.ts'

/** The `maxLength` of the tag contract. */
const MAX_LENGTH = 200

/** What would be longer than a tag may be is named by its hash. */
function bounded(tag: string): Tag {
  if (tag.length <= MAX_LENGTH) return tag
  return `${tag.split(':', 1)[0]}:${createHash('sha256').update(tag).digest('hex')}`
}

/**
 * What pages read and edits touch. A page is rebuilt when a change touches a tag that its model
 * read, so a tag is as narrow as a page's interest: a list's newest part, one archive page, what a
 * card shows of an article.
 */
export const tags = {
  /** `site.yaml`: title, contacts, constants. On every page. */
  site: 'site',
  /** Categories and subcategories. On every page, through the menu. */
  tree: 'tree',
  /** Who the authors are and how many articles each has. */
  roster: 'roster',
  /** Which articles editors picked for the home page. */
  picks: 'picks',
  /** Any address or its time of last change. */
  sitemap: 'sitemap',
  seo: (name: string): Tag => `seo:${name}`,
  info: (slug: string): Tag => `info:${slug}`,
  /** What the author is called and is said to be; never which articles he has. */
  author: (slug: string): Tag => `author:${slug}`,
  /** Anything that the article's own page shows. */
  article: (id: string): Tag => `article:${id}`,
  /** What lists show of the article. */
  card: (id: string): Tag => `card:${id}`,
  /** Whether search finds it, and by which title. */
  title: (id: string): Tag => `${TITLE_TAG}${id}`,
  /** Which articles stand next to this one in a list. */
  near: (list: string, id: string): Tag => bounded(`near:${list}:${id}`),
  /** The newest of a list, and how many it has. */
  list: (list: string): Tag => bounded(`list:${list}`),
  /** One page of a list's archive. */
  archive: (list: string, page: number): Tag => bounded(`list:${list}:${page}`),
  /** What is to be found at an address that has no page, or had none. */
  address: (path: string): Tag => bounded(`address:${path}`),
  /** Which info pages there are, and their titles. */
  infoPages: 'info-pages',
  ads: (path: string): Tag => bounded(`ads:${path}`),
}
