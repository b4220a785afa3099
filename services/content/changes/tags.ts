import type { Tag } from '#shared/contracts/primitives.ts'
import type { SiteConstants } from '#shared/contracts/site.ts'
import { NAMES_TAG, parseTag, SHELL_TAG, TAGLINE_TAG, writeTag } from '#shared/contracts/tags.ts'

/**
 * What models read and edits touch. A page is rebuilt if and only if an edit touches a tag that its
 * model read. Therefore a tag stands for something that is shown, every page that reads it shows
 * all of it, and an edit touches it only if it differs afterwards.
 */
export const tags = {
  /**
   * Header, footer and menu: names and paths of categories, the site's own texts, the year. And the
   * scripts of other sites, which every document names.
   */
  shell: SHELL_TAG,
  /** The site's title and its tagline, for models without header and footer. */
  siteTitle: 'site-title',
  siteTagline: TAGLINE_TAG,
  /** Title and description of a page that is neither article, category nor author. */
  seoTitle: (name: string): Tag => writeTag('seo', name, 'title'),
  seoDescription: (name: string): Tag => writeTag('seo', name, 'description'),
  /** How many articles a block of a page shows. */
  constant: (name: keyof SiteConstants): Tag => writeTag('constant', name),
  /** The description of a category or, as `category/subcategory`, of a subcategory. */
  category: (list: string): Tag => writeTag('category', list),
  /** Whether cards name a subcategory (as `category/subcategory`), or its category instead. */
  cardLabel: (list: string): Tag => writeTag('category-label', list),
  /** The title of a category or subcategory, for models without the shell. */
  categoryTitle: (list: string): Tag => writeTag('category-title', list),

  /** What only the author's own page shows. */
  author: (slug: string): Tag => writeTag('author', slug),
  authorName: (slug: string): Tag => writeTag('author-name', slug),
  /** The author's text, role, links and portrait. */
  authorBiography: (slug: string): Tag => writeTag('author-bio', slug),
  /** The number of the author's articles. */
  authorCount: (slug: string): Tag => writeTag('author-count', slug),
  /** All authors: names, biographies, portraits and numbers of articles. */
  roster: 'roster',
  /** All authors: names and paths. */
  authorLinks: 'author-links',
  /** Which info pages there are, and their titles. */
  infoLinks: 'info-links',
  /** The text of an info page. */
  info: (slug: string): Tag => writeTag('info', slug),

  /** What the article's own page shows of the article. */
  article: (id: string): Tag => writeTag('article', id),
  /** The article's card, except the name of its author. */
  card: (id: string): Tag => writeTag('card', id),
  /** The article's title, path and description, as dictionaries show them. */
  definition: (id: string): Tag => writeTag('definition', id),
  /** The article's title and path. */
  link: (id: string): Tag => writeTag('link', id),
  /** The article's feed entry, except the names of author and subcategory. */
  feedEntry: (id: string): Tag => writeTag('feed-entry', id),
  /** The article's current path, for its former addresses. */
  slug: (id: string): Tag => writeTag('slug', id),
  /** Which articles the article suggests. */
  related: (id: string): Tag => writeTag('related', id),
  /** Which terms the article mentions, and where. */
  mentions: (id: string): Tag => writeTag('mentions', id),
  /** A term's name and definition, path and title of its article, and whether it is in force. */
  term: (id: string): Tag => writeTag('term', id),
  /** Whether search finds the article, and by which title. */
  title: (id: string): Tag => writeTag('title', id),
  /** The article as an editor reads it. Every edit of the article touches it; no page reads it. */
  draft: (id: string): Tag => writeTag('draft', id),
  /**
   * What search finds besides titles: authors, categories, and terms with their forms and articles.
   * No page reads it.
   */
  names: NAMES_TAG,

  /** Which articles the home page shows, and in which block. */
  home: 'home',
  /** The newest articles of the site. */
  newest: 'newest',
  /** Which articles the first site map page lists, and the length of the archive. */
  sitemapList: 'sitemap-list',
  /** The articles on a list's front, and the length of its archive. */
  list: (list: string): Tag => writeTag('list', list),
  /** The topics of a subcategory (as `category/subcategory`) and their titles. */
  topics: (list: string): Tag => writeTag('topics', list),
  /** The title of a topic (as `category/subcategory/topic`). */
  topic: (list: string): Tag => writeTag('topic', list),
  /** Which articles are on one page of a list's archive, and whether there is a next page. */
  archive: (list: string, page: number): Tag => writeTag('list', list, page),
  /** Whether the articles of a subcategory (as `category/subcategory`) explain terms. */
  definitions: (list: string): Tag => writeTag('definitions', list),
  /** Which letters of a category are used, if it is a dictionary. */
  letters: (category: string): Tag => writeTag('letters', category),
  /** Which articles and terms are under a letter of a dictionary. */
  letter: (category: string, key: string): Tag => writeTag('letter', category, key),
  /** The names of all terms. */
  termNames: 'term-names',
  /** The favorites of a list. */
  favorites: (list: string): Tag => writeTag('favorites', list),

  /** The translations of an article on sister sites. */
  translations: (key: string): Tag => writeTag('translations', key),

  /** Which articles are in the feed of a list, and in what order. */
  feed: (list: string): Tag => writeTag('feed', list),

  /** Which files the XML site map has, and when they last changed. */
  sitemapIndex: writeTag('sitemap', 'index'),
  sitemapPages: writeTag('sitemap', 'pages'),
  sitemapPart: (part: number): Tag => writeTag('sitemap', `articles-${part}`),

  /** Which kind of answer a path has: a page, gone, a redirect, or not found. */
  address: (path: string): Tag => writeTag('address', path),
  /** The sponsored links of a path; for `*`, those of all paths that have none of their own. */
  ads: (path: string): Tag => writeTag('ads', path),
}

/**
 * Whether a tag stands for articles only: for the content of one, or for which of them are shown
 * where. Any other kind may stand for anything: `letters` also for a category becoming a
 * dictionary. `names` counts too, because changed authors and categories also touch tags of their
 * own.
 */
export const isOfArticles = (tag: Tag) => OF_ARTICLES.has(parseTag(tag).kind)

const OF_ARTICLES = new Set([
  ...['article', 'card', 'definition', 'link', 'feed-entry', 'slug', 'title', 'draft'],
  ...['related', 'mentions', 'term', 'names'],
  ...['home', 'newest', 'sitemap-list', 'list', 'archive', 'letter', 'term-names'],
  ...['topics', 'topic'],
  ...['favorites', 'feed', 'sitemap', 'author-count'],
])
