import { createHash } from 'node:crypto'
import {
  NAMES_TAG,
  SCRIPTS_TAG,
  SHELL_TAG,
  TAGLINE_TAG,
  TITLE_TAG,
} from '#shared/contracts/change.ts'
import type { Tag } from '#shared/contracts/primitives.ts'
import type { SiteConstants } from '#shared/contracts/site.ts'

/** The `maxLength` of the tag contract. */
const MAX_LENGTH = 200

/** What would be longer than a tag may be is named by its hash. */
function bounded(tag: string): Tag {
  if (tag.length <= MAX_LENGTH) return tag
  return `${tag.split(':', 1)[0]}:${createHash('sha256').update(tag).digest('hex')}`
}

/**
 * What pages read and edits touch. A page is made again when, and only when, an edit touches a tag
 * that its model read. So a tag stands for something that is shown, every page that reads it shows
 * all of it, and an edit touches it only if it differs afterwards.
 */
export const tags = {
  /** Header, footer and menu: names and addresses of categories, the site's own words, the year. */
  shell: SHELL_TAG,
  /** The site's own title, and the line under it: read by what has no header and no footer. */
  siteTitle: 'site-title',
  siteTagline: TAGLINE_TAG,
  /** Which scripts of others the site passes on. */
  thirdPartyScripts: SCRIPTS_TAG,
  /** Title and description of a page that is neither article, category nor author. */
  seoTitle: (name: string): Tag => `seo:${name}:title`,
  seoDescription: (name: string): Tag => `seo:${name}:description`,
  /** How many articles a block shows. */
  constant: (name: keyof SiteConstants): Tag => `constant:${name}`,
  /** The description of a category or, as `category/subcategory`, of a subcategory. */
  category: (list: string): Tag => bounded(`category:${list}`),
  /** Whether cards name a subcategory, as `category/subcategory`, or its category instead. */
  cardLabel: (list: string): Tag => bounded(`category-label:${list}`),
  /** Its title; pages read it with the shell. */
  categoryTitle: (list: string): Tag => bounded(`category-title:${list}`),

  /** What only the author's own page says of him. */
  author: (slug: string): Tag => `author:${slug}`,
  authorName: (slug: string): Tag => `author-name:${slug}`,
  /** His text, his role, his links and his portrait. */
  authorBiography: (slug: string): Tag => `author-bio:${slug}`,
  /** How many articles he signs. */
  authorCount: (slug: string): Tag => `author-count:${slug}`,
  /** All authors: names, biographies, portraits and numbers of articles. */
  roster: 'roster',
  /** All authors: names and addresses. */
  authorLinks: 'author-links',
  /** Which info pages there are, and their titles. */
  infoLinks: 'info-links',
  /** The text of an info page. */
  info: (slug: string): Tag => `info:${slug}`,

  /** What the article's own page shows of it. */
  article: (id: string): Tag => `article:${id}`,
  /** What lists show of the article, its author's name apart. */
  card: (id: string): Tag => `card:${id}`,
  /** Its title, address and description, as dictionaries show them. */
  definition: (id: string): Tag => `definition:${id}`,
  /** Its title and address. */
  link: (id: string): Tag => `link:${id}`,
  /** What feeds show of it, the names of its author and its subcategory apart. */
  feedEntry: (id: string): Tag => `feed-entry:${id}`,
  /** Where it is: read at its former addresses. */
  slug: (id: string): Tag => `slug:${id}`,
  /** Which articles it suggests. */
  related: (id: string): Tag => `related:${id}`,
  /** Which terms it mentions, and where. */
  mentions: (id: string): Tag => `mentions:${id}`,
  /** Name, definition, address and title of what explains a term, and whether anything does. */
  term: (id: string): Tag => `term:${id}`,
  /** Whether search finds it, and by which title. */
  title: (id: string): Tag => `${TITLE_TAG}${id}`,
  /** What its editor reads. Touched by every edit of it, read by no page. */
  draft: (id: string): Tag => `draft:${id}`,
  /**
   * What readers may look for that is no title: authors, categories, and terms with their other forms
   * and articles. Read by no page.
   */
  names: NAMES_TAG,

  /** Which articles stand where on the home page. */
  home: 'home',
  /** The newest articles of the site. */
  newest: 'newest',
  /** Which articles stand on the site map for people, and how long its archive is. */
  sitemapList: 'sitemap-list',
  /** The articles on a list's own page, and how long its archive is. */
  list: (list: string): Tag => bounded(`list:${list}`),
  /** Which topics a subcategory, as `category/subcategory`, has, and what they are called. */
  topics: (list: string): Tag => bounded(`topics:${list}`),
  /** What a topic, as `category/subcategory/topic`, is called. */
  topic: (list: string): Tag => bounded(`topic:${list}`),
  /** Which articles stand on one page of a list's archive, and whether there is a next one. */
  archive: (list: string, page: number): Tag => bounded(`list:${list}:${page}`),
  /** Whether the articles of a subcategory, as `category/subcategory`, explain words. */
  definitions: (list: string): Tag => bounded(`definitions:${list}`),
  /** Of a category, under which letters anything stands, if it is a dictionary. */
  letters: (category: string): Tag => bounded(`letters:${category}`),
  /** Which articles, and which terms, stand under a letter of a dictionary. */
  letter: (category: string, key: string): Tag => bounded(`letter:${category}:${key}`),
  /** The names of all terms. */
  termNames: 'term-names',
  /** The articles beside a list. */
  favorites: (list: string): Tag => bounded(`favorites:${list}`),

  /** Where other sites have articles on the same subject. */
  translations: (key: string): Tag => `translations:${key}`,

  /** Which articles are in the feed of a list, and in what order. */
  feed: (list: string): Tag => bounded(`feed:${list}`),

  /** Which files the XML site map has, and when they changed. */
  sitemapIndex: 'sitemap:index',
  sitemapPages: 'sitemap:pages',
  sitemapPart: (part: number): Tag => `sitemap:articles-${part}`,

  /** What kind of answer an address has: a page, that it is gone, another address, or none. */
  address: (path: string): Tag => bounded(`address:${path}`),
  /** The paid links of a path; of `*`, those of all paths that have none of their own. */
  ads: (path: string): Tag => bounded(`ads:${path}`),
}

/**
 * Whether a tag stands for articles alone: for what one says, or for which of them stand where. A kind
 * that is not in this list may stand for anything: `letters` for that a category is a dictionary.
 * `names` is in it, since authors and categories that differ touch tags of their own as well.
 */
export const isOfArticles = (tag: Tag) => OF_ARTICLES.has(tag.split(':', 1)[0] ?? '')

const OF_ARTICLES = new Set([
  ...['article', 'card', 'definition', 'link', 'feed-entry', 'slug', 'title', 'draft'],
  ...['related', 'mentions', 'term', 'names'],
  ...['home', 'newest', 'sitemap-list', 'list', 'letter', 'term-names'],
  ...['topics', 'topic'],
  ...['favorites', 'feed', 'sitemap', 'author-count'],
])
