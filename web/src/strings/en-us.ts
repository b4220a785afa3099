import {
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  SEARCH_THRESHOLD,
} from '#shared/text/search-limits.ts'
import type { WriteStrings } from './make-strings.ts'

export const enUs: WriteStrings = ({ plural, searchSentences }) => ({
  skipToContent: 'Skip to content',
  navigatedTo: (title) => `Navigated to ${title}`,
  loadingPage: 'The page is loading.',
  home: 'Home',
  opensInNewTab: '(opens in a new tab)',

  mainNavigation: 'Main',
  menu: 'Menu',
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
  contacts: 'Contacts',
  newArticlesFeed: 'New articles as a feed:',
  otherLanguages: 'Other languages',

  breadcrumb: 'Breadcrumb',
  topNotch: 'Top Notch',
  favoriteArticles: 'Favorite Articles',
  moreStuff: 'Have More wonderful Stuff',
  articles: 'Articles',
  subcategories: 'Subcategories',
  topics: 'Topics',
  allOf: (category) => `All of ${category}`,
  articleCount: (count) => plural(count, { one: '# article', other: '# articles' }),
  emptyList: 'No article has been published here yet.',
  noOtherArticle: 'No other article has been published here yet.',
  emptyListLeads: 'Meanwhile, look here:',

  howWeWork: 'How we work',
  howWeWorkText:
    'Every article carries a name, a date and its sources, and says who wrote it where somebody ' +
    'has told us. We correct mistakes in the open.',
  howWeWorkLink: 'Read how we choose, write and check',

  sponsoredHeadings: ['Sponsored Links', 'Partner Links', 'Recommended Sites', 'Related Resources'],
  sponsored: 'Sponsored',
  sponsoredNote: 'Somebody pays us to show these links.',
  sponsoredBelow: 'Some links on this page are paid for.',
  howWeMakeMoney: 'How we make money',

  readingTime: (minutes) => plural(minutes, { one: '# min read', other: '# min read' }),
  published: 'Published',
  updated: 'Updated',
  by: 'By',
  signed: 'Signed',
  provenance: {
    human: 'A person wrote this article.',
    assisted: 'A person wrote this article with the help of software.',
    generated: 'Software wrote this article.',
  },
  provenanceLink: 'How our content is made',
  answeredBy: (name) => `${name} answers for this article.`,
  reviewedBy: 'Reviewed by',
  copyLink: 'Copy link',
  copied: 'Copied',
  copyPrompt: (keys) => `Copy to clipboard: ${keys}, Enter`,
  keyTakeaways: 'Key takeaways',
  onThisPage: 'On this page',
  terms: 'Terms in this article',
  readArticle: (title) => `Read: ${title}`,
  sources: 'Sources',
  aboutTheAuthor: 'About the author',
  allArticlesBy: (author) => `All articles by ${author}`,
  elsewhere: (author) => `${author} on other sites`,

  archive: 'Archive',
  archiveHint: 'Pages are numbered from the oldest: page 1 holds the first articles.',
  newer: 'Newer',
  older: 'Older',
  newest: 'Newest',
  pageOf: (title, number) => `${title}, page ${number}`,
  pageNumber: (number) => `Page ${number}`,

  authorsHeading: 'Authors',
  authorsIntro: (count) =>
    plural(count, {
      one: '# pen name signs the articles of this site.',
      other: '# pen names sign the articles of this site. Every article names one.',
    }),
  jumpToLetter: 'Jump to a letter',

  byLetter: 'Look up by letter',
  termsHeading: 'Terms',
  noTermsHere: 'There is no term here yet. All terms:',
  someTermsOfLetter: (count) =>
    `This page shows ${count} terms of this letter. Search finds the others:`,
  newestOfLetter: (count) =>
    plural(count, {
      one: 'This page shows the newest article of this letter. Older ones are in the archive:',
      other: 'This page shows the # newest articles of this letter. Older ones are in the archive:',
    }),

  sitemapHeading: 'Sitemap',
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
  searchCount: (total, query) =>
    `${plural(total, { one: '# title contains', other: '# titles contain' })} “${query}”`,
  searchOptions: 'Results, each opens in a new tab',
  searchSeeAll: (total) => plural(total, { one: 'See # result', other: 'See all # results' }),
  ...searchSentences({
    quote: (word) => `“${word}”`,
    none: (word) => `No title contains ${word}.`,
    noneOf: (words) => `No title contains all of: ${words}.`,
    author: 'Author',
    category: 'Category',
    explains: (term) => `Explains ${term}`,
    without: (words) => `Without ${words}`,
  }),
  searchSimilar: 'Similar titles',
  searchSimilarCount: (count) =>
    plural(count, { one: '# similar title', other: '# similar titles' }),
  searchNearTerms: 'Next to it in the dictionary',
  searchNewTab: 'Opens in a new tab',
  searchUnavailable: 'Search is unavailable, try again',

  notFoundHeading: 'This page does not exist',
  notFoundText:
    'The address may be mistyped, or the page may have moved. Search for it, or start from one ' +
    'of these:',
  nearestArticle: 'Are you looking for this?',
  goneHeading: 'This article was withdrawn',
  goneText:
    'We have taken it down, and it will not come back at this address. Search for something ' +
    'similar, or start from one of these:',
  errorHeading: 'Something went wrong on our side',
  errorText: 'The page could not be made just now. It is not your fault, and it will not last.',
  tryAgain: 'Try again',
  waysOn: 'Ways on',
  toHome: 'Go to the home page',
})
