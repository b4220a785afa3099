import type { Tag } from '#shared/contracts/primitives.ts'
import type { SiteConstants } from '#shared/contracts/site.ts'
import { NAMES_TAG, parseTag, SHELL_TAG, TAGLINE_TAG, writeTag } from '#shared/contracts/tags.ts'

/**
 * Every kind of tag, and whether it stands for articles only: for the content of one, or for which of
 * them are shown where. Any other kind may stand for anything: `letters` also for a category becoming a
 * dictionary. `names` counts too, because changed authors and categories also touch tags of their
 * own.
 */
const OF_ARTICLES = {
  shell: false,
  'site-title': false,
  'site-tagline': false,
  seo: false,
  constant: false,
  category: false,
  'category-label': false,
  'category-title': false,
  author: false,
  'author-name': false,
  'author-bio': false,
  'author-count': true,
  roster: false,
  'author-links': false,
  'info-links': false,
  info: false,
  article: true,
  card: true,
  chart: true,
  definition: true,
  link: true,
  'feed-entry': true,
  slug: true,
  related: true,
  mentions: true,
  term: true,
  'mentioned-term': true,
  'term-page': true,
  title: true,
  draft: true,
  'site-file': false,
  names: true,
  home: true,
  'home-figures': false,
  'first-term': true,
  'first-example': true,
  'article-at': true,
  newest: true,
  'sitemap-list': true,
  list: true,
  topics: true,
  topic: true,
  // What `parseTag` calls a list's tag with a number.
  archive: true,
  definitions: false,
  letters: false,
  letter: true,
  'term-names': true,
  favorites: true,
  translations: false,
  fact: false,
  // As with `names`: no page's header or words depend on it.
  facts: true,
  tools: true,
  guides: false,
  'guide-places': false,
  corrections: true,
  picture: false,
  feed: true,
  sitemap: true,
  address: false,
  ads: false,
} satisfies Readonly<Record<string, boolean>>

export type TagKind = keyof typeof OF_ARTICLES

const isKind = (kind: string): kind is TagKind => Object.hasOwn(OF_ARTICLES, kind)

/** Whether a tag stands for articles only. */
export function isOfArticles(tag: Tag): boolean {
  const { kind } = parseTag(tag)
  return isKind(kind) && OF_ARTICLES[kind]
}

/** A tag of one of these kinds. */
const write = (kind: TagKind, ...names: readonly (string | number)[]): Tag =>
  writeTag(kind, ...names)

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
  siteTitle: write('site-title'),
  siteTagline: TAGLINE_TAG,
  /** Title and description of a page that is neither article, category nor author. */
  seoTitle: (name: string): Tag => write('seo', name, 'title'),
  seoDescription: (name: string): Tag => write('seo', name, 'description'),
  /** How many articles a block of a page shows. */
  constant: (name: keyof SiteConstants): Tag => write('constant', name),
  /** The description of a category or, as `category/subcategory`, of a subcategory. */
  category: (list: string): Tag => write('category', list),
  /** Whether cards name a subcategory (as `category/subcategory`), or its category instead. */
  cardLabel: (list: string): Tag => write('category-label', list),
  /** The title of a category or subcategory, for models without the shell. */
  categoryTitle: (list: string): Tag => write('category-title', list),

  /** What only the author's own page shows. */
  author: (slug: string): Tag => write('author', slug),
  authorName: (slug: string): Tag => write('author-name', slug),
  /** The author's text, role, links and portrait. */
  authorBiography: (slug: string): Tag => write('author-bio', slug),
  /** The number of the author's articles. */
  authorCount: (slug: string): Tag => write('author-count', slug),
  /** All authors: names, biographies, portraits and numbers of articles. */
  roster: write('roster'),
  /** All authors: names and paths. */
  authorLinks: write('author-links'),
  /** Which info pages there are, and their titles. */
  infoLinks: write('info-links'),
  /** The text of an info page. */
  info: (slug: string): Tag => write('info', slug),

  /** What the article's own page shows of the article. */
  article: (id: string): Tag => write('article', id),
  /** The article's card, except the name of its author. */
  card: (id: string): Tag => write('card', id),
  /** The article's title, path and description, as dictionaries show them. */
  definition: (id: string): Tag => write('definition', id),
  /** The article's title and path. */
  link: (id: string): Tag => write('link', id),
  /** The article's feed entry, except the names of author and subcategory. */
  feedEntry: (id: string): Tag => write('feed-entry', id),
  /** The article's current path, for its former addresses. */
  slug: (id: string): Tag => write('slug', id),
  /** Which articles the article suggests. */
  related: (id: string): Tag => write('related', id),
  /** Which terms the article mentions, and where. */
  mentions: (id: string): Tag => write('mentions', id),
  /** A term's name and definition, path and title of its article, and whether it is in force. */
  term: (id: string): Tag => write('term', id),
  /** The same but for the title of its article: what articles show that mention the term. */
  mentionedTerm: (id: string): Tag => write('mentioned-term', id),
  /** What the page of a term shows, but for the titles of the articles that use it. */
  termPage: (slug: string): Tag => write('term-page', slug),
  /** Whether search finds the article, and by which title. */
  title: (id: string): Tag => write('title', id),
  /** The article as an editor reads it. Every edit of the article touches it; no page reads it. */
  draft: (id: string): Tag => write('draft', id),
  /** The text of a file of the site. Every edit of it touches it; no page reads it. */
  siteFile: (file: string): Tag => write('site-file', file),
  /**
   * What search finds besides titles: authors, categories, and terms with their forms and articles.
   * No page reads it.
   */
  names: NAMES_TAG,

  /** The first chart in the article's text. */
  chart: (id: string): Tag => write('chart', id),

  /** Which articles the home page shows, and in which block. */
  home: write('home'),
  /** The facts that stand on the home page, with their values in force. */
  homeFigures: write('home-figures'),
  /** The first term that the article explains: its name and path, and whether it is in force. */
  firstTerm: (id: string): Tag => write('first-term', id),
  /** The first example in the article's text: what it is called, and where it is. */
  firstExample: (id: string): Tag => write('first-example', id),
  /** The newest articles of the site. */
  newest: write('newest'),
  /** Which articles the first site map page lists, and the length of the archive. */
  sitemapList: write('sitemap-list'),
  /** The articles on a list's front, and the length of its archive. */
  list: (list: string): Tag => write('list', list),
  /** The topics of a subcategory (as `category/subcategory`) and their titles. */
  topics: (list: string): Tag => write('topics', list),
  /** The title of a topic (as `category/subcategory/topic`). */
  topic: (list: string): Tag => write('topic', list),
  /** Which articles are on one page of a list's archive, and whether there is a next page. */
  archive: (list: string, page: number): Tag => write('list', list, page),
  /** Whether the articles of a subcategory (as `category/subcategory`) explain terms. */
  definitions: (list: string): Tag => write('definitions', list),
  /** Which letters of a category are used, if it is a dictionary. */
  letters: (category: string): Tag => write('letters', category),
  /** Which articles and terms are under a letter of a dictionary. */
  letter: (category: string, key: string): Tag => write('letter', category, key),
  /** The names of all terms. */
  termNames: write('term-names'),
  /** The favorites of a list. */
  favorites: (list: string): Tag => write('favorites', list),

  /** The translations of an article on sister sites. */
  translations: (key: string): Tag => write('translations', key),

  /** The value of a fact in force, as texts say it beside an older one, and whether it has ended. */
  fact: (name: string): Tag => write('fact', name),

  /** All facts with their values, which of them are in force, and which articles print them. */
  facts: write('facts'),

  /** Which examples readers can change, in which articles, and what the examples are called. */
  tools: write('tools'),

  /** Which article an address is of, or was of before. */
  articleAt: (path: string): Tag => write('article-at', path),

  /** What the guides are, and their articles by the addresses that their file has. */
  guides: write('guides'),
  /** In which guides the article stands, and what comes after it there. */
  guidePlaces: (id: string): Tag => write('guide-places', id),

  /** What was corrected in articles. */
  corrections: write('corrections'),
  /** The address and size of a picture, and whether there is another for the dark. */
  picture: (name: string): Tag => write('picture', name),

  /** Which articles are in the feed of a list, and in what order. */
  feed: (list: string): Tag => write('feed', list),

  /** Which files the XML site map has, and when they last changed. */
  sitemapIndex: write('sitemap', 'index'),
  sitemapPages: write('sitemap', 'pages'),
  sitemapPart: (part: number): Tag => write('sitemap', `articles-${part}`),

  /** Which kind of answer a path has: a page, gone, a redirect, or not found. */
  address: (path: string): Tag => write('address', path),
  /** The sponsored links of a path; for `*`, those of all paths that have none of their own. */
  ads: (path: string): Tag => write('ads', path),
}
