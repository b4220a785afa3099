import type { Provenance } from '#shared/contracts/page.ts'
import type { NoResult } from '#shared/formulas/formula.ts'
import {
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  SEARCH_THRESHOLD,
} from '#shared/text/search-limits.ts'
import type { WordTools } from './word-tools.ts'

/**
 * Every text of the interface; the other languages have the same ones. What editors write comes
 * with the page instead.
 */
export const enUs = ({ plural, searchSentences }: WordTools) => ({
  skipToContent: 'Skip to content',
  /** Announced when another page is shown. */
  navigatedTo: (title: string) => `Navigated to ${title}`,
  /** Announced when a page takes long to load. */
  loadingPage: 'The page is loading.',
  home: 'Home',
  opensInNewTab: '(opens in a new tab)',

  mainNavigation: 'Main',
  /** The menu's button on a narrow window. */
  menu: 'Menu',
  /** The menu's button on a wide window. */
  order: 'Order',
  more: 'More',

  siteSearch: 'Site',
  searchArticles: 'Search articles',
  searchPlaceholder: 'Search',
  search: 'Search',

  categories: 'Categories',
  info: 'Info',
  authors: 'Authors',
  privacyPolicy: 'Privacy Policy',
  termsOfUse: 'Terms of Use',
  aboutUs: 'About Us',
  sitemap: 'Sitemap',
  tools: 'Calculators',
  toolsInvitation: 'Calculate with your own numbers',
  startHere: 'Start here',
  facts: 'Rates and limits',
  contacts: 'Contacts',
  /** Before links to feeds, named by their formats. */
  newArticlesFeed: 'New articles as a feed:',
  /** The sites in other languages. */
  otherLanguages: 'Other languages',

  breadcrumb: 'Breadcrumb',
  topNotch: 'Top Notch',
  favoriteArticles: 'Favorite Articles',
  moreStuff: 'Have More wonderful Stuff',
  articles: 'Articles',
  subcategories: 'Subcategories',
  topics: 'Topics',
  allOf: (category: string) => `All of ${category}`,
  articleCount: (count: number) => plural(count, { one: '# article', other: '# articles' }),
  emptyList: 'No article has been published here yet.',
  /** In a section of the home page that has no articles besides those above it. */
  noOtherArticle: 'No other article has been published here yet.',
  emptyListLeads: 'Meanwhile, look here:',

  /**
   * One of them is the heading of a page's paid links, selected by the path. Only the first says
   * without a note that the links are paid.
   */
  sponsoredHeadings: [
    'Sponsored Links',
    'Partner Links',
    'Recommended Sites',
    'Related Resources',
  ] satisfies readonly [string, string, string, string],
  /** The label of the other headings, above them. */
  sponsored: 'Sponsored',
  /** Below the heading. */
  sponsoredNote: 'Somebody pays us to show these links.',
  /** Near the top of an article with paid links. */
  sponsoredBelow: 'Some links on this page are paid for.',
  howWeMakeMoney: 'How we make money',

  readingTime: (minutes: number) => plural(minutes, { one: '# min read', other: '# min read' }),
  published: 'Published',
  updated: 'Updated',
  by: 'By',
  /** Before the author's name, where it is not declared that a person wrote the text. */
  signed: 'Signed',
  provenance: {
    human: 'A person wrote this article.',
    assisted: 'A person wrote this article with the help of software.',
    generated: 'Software wrote this article.',
  } satisfies Record<Provenance, string>,
  provenanceLink: 'How our content is made',
  answeredBy: (name: string) => `${name} answers for this article.`,
  /** Before the name of the reviewer. */
  reviewedBy: 'Reviewed by',
  /** Before the day on which somebody compared the text with its sources. */
  checked: 'Checked against its sources:',
  figuresOf: (year: number) => `Its limits and rates are those of ${year}.`,
  /** Before what an article says in one to three sentences. */
  inShort: 'In short:',
  changes: 'What has changed',
  corrections: 'Corrections',
  correctionsIntro: 'What was wrong in our articles, and what they say now; the newest first.',
  noCorrections:
    'Nothing had to be corrected yet. Once a mistake could have misled readers, it is listed here with what is right.',
  allCorrections: 'All corrections',
  /** Before what stood in an article by mistake, and what stands there since. */
  itSaid: 'It said:',
  itSaysNow: 'It says now:',
  copyLink: 'Copy link',
  copied: 'Copied',
  /** Above the address, when the reader must copy it by hand. */
  copyPrompt: (keys: string) => `Copy to clipboard: ${keys}, Enter`,
  /** Brings the article's own numbers back into an example. */
  resetNumbers: 'Reset',
  /** Beside a field whose number cannot be read, or is outside of these limits. */
  numberLimits: (least: string, most: string) => `Write a number from ${least} to ${most}.`,
  /** In the place of a result. */
  noResult: {
    'division-by-zero': 'divides by zero',
    'too-large': 'too large',
    'outside-domain': 'no result',
    'never-paid-off': 'never paid off',
  } satisfies Record<NoResult, string>,
  /** Announced after the head of a column was pressed. */
  tableSorted: (column: string, order: 'ascending' | 'descending' | null) =>
    order ? `Sorted by ${column}, ${order}.` : 'In the order of the article.',
  keyTakeaways: 'Key takeaways',
  onThisPage: 'On this page',
  /** The heading of the terms that an article mentions. */
  terms: 'Terms in this article',
  readArticle: (title: string) => `Read: ${title}`,
  /** In the popover of a term. */
  aboutTerm: 'More about this term',
  sources: 'Sources',
  aboutTheAuthor: 'About the author',
  allArticlesBy: (author: string) => `All articles by ${author}`,
  /** Names the list of an author's pages on other sites. */
  elsewhere: (author: string) => `${author} on other sites`,

  archive: 'Archive',
  archiveHint: 'Pages are numbered from the oldest: page 1 holds the first articles.',
  newer: 'Newer',
  older: 'Older',
  newest: 'Newest',
  pageOf: (title: string, number: number) => `${title}, page ${number}`,
  pageNumber: (number: number) => `Page ${number}`,

  authorsIntro: (count: number) =>
    plural(count, {
      one: '# pen name signs the articles of this site.',
      other: '# pen names sign the articles of this site. Every article names one.',
    }),
  jumpToLetter: 'Jump to a letter',

  byLetter: 'Look up by letter',
  /** The heading of a letter's terms, beside its articles. */
  termsHeading: 'Terms',
  noTermsHere: 'There is no term here yet. All terms:',
  /** @param count terms on the page of a letter that has more of them */
  someTermsOfLetter: (count: number) =>
    `This page shows ${count} terms of this letter. Search finds the others:`,
  /** @param count articles on the page of a letter that has more of them */
  newestOfLetter: (count: number) =>
    plural(count, {
      one: 'This page shows the newest article of this letter. Older ones are in the archive:',
      other: 'This page shows the # newest articles of this letter. Older ones are in the archive:',
    }),

  sitemapXml: 'Sitemap XML',
  sitemapXmlHint: 'The same list for search engines:',
  allArticles: 'All articles',
  information: 'Information',

  searchHeading: 'Search articles',
  searchResults: 'Results',
  searchPages: 'Pages of results',
  previous: 'Previous',
  next: 'Next',
  searchIdle: 'Every word you type must be in the title, in any order. Parts of words count.',
  searchTooShort: `Type ${SEARCH_THRESHOLD + 1} characters or more.`,
  searchTooLong: `That is too long to search for. Use ${SEARCH_MAX_LENGTH} characters and ${SEARCH_MAX_WORDS} words at most.`,
  searchFailed: 'Search is not answering at the moment. Please try again in a minute.',
  searchNoneHint: 'Try fewer words, or a shorter part of one.',
  searchBrowse: 'You can also browse by category:',
  searchCount: (total: number, query: string) =>
    `${plural(total, { one: '# title contains', other: '# titles contain' })} “${query}”`,
  /** The name of the list under the search field, which also says where its links open. */
  searchOptions: 'Results, each opens in a new tab',
  searchSeeAll: (total: number) =>
    plural(total, { one: 'See # result', other: 'See all # results' }),
  ...searchSentences({
    quote: (word) => `“${word}”`,
    none: (word) => `No title contains ${word}.`,
    noneOf: (words) => `No title contains all of: ${words}.`,
    author: 'Author',
    category: 'Category',
    explains: (term) => `Explains ${term}`,
    without: (words) => `Without ${words}`,
  }),
  /** The heading of titles that do not match, but that the reader may have meant. */
  searchSimilar: 'Similar titles',
  /** The heading of names that are in no title. */
  searchPlaces: 'Categories and authors',
  /** Announced with the result to screen readers. */
  searchTermCount: (count: number) => plural(count, { one: '# term', other: '# terms' }),
  /** Announced with the result to screen readers. */
  searchSimilarCount: (count: number) =>
    plural(count, { one: '# similar title', other: '# similar titles' }),
  /** The heading of terms whose spelling is similar to the query. */
  searchNearTerms: 'Similar words in the dictionary',
  /** The meaning of the arrow beside a link, shown once on a page. */
  searchNewTab: 'Opens in a new tab',
  searchUnavailable: 'Search is unavailable, try again',

  /** Of the pages for errors, and for articles that do not exist or were withdrawn. */
  deadEndHeadings: {
    'not-found': 'This page does not exist',
    gone: 'This article was withdrawn',
    error: 'Something went wrong on our side',
  },
  deadEndTexts: {
    'not-found':
      'The address may be mistyped, or the page may have moved. Search for it, or start from one ' +
      'of these:',
    gone:
      'We have taken it down, and it will not come back at this address. Search for something ' +
      'similar, or start from one of these:',
    error: 'The page could not be made just now. It is not your fault, and it will not last.',
  },
  /** Before the title of the article that is probably meant. */
  nearestArticle: 'Are you looking for this?',
  tryAgain: 'Try again',
  waysOn: 'Ways on',
  toHome: 'Go to the home page',
})
