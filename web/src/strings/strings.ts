import type { Provenance, Suggestion } from '#shared/contracts/page.ts'

/** Every word of the interface. What editors write comes with the page instead. */
export interface Strings {
  /** BCP 47, for dates, numbers and letters. */
  languageTag: string
  /** The day of an instant (ISO 8601), in words. */
  day: (instant: string) => string

  skipToContent: string
  /** Said when another page is shown. */
  navigatedTo: (title: string) => string
  /** Said when it takes a while to come. */
  loadingPage: string
  home: string
  opensInNewTab: string

  mainNavigation: string
  /** The menu's button on a narrow window. */
  menu: string
  /** The menu's button on a wide window. */
  order: string
  more: string

  siteSearch: string
  searchArticles: string
  searchPlaceholder: string
  search: string

  categories: string
  info: string
  authors: string
  privacyPolicy: string
  termsOfUse: string
  aboutUs: string
  sitemap: string
  contacts: string
  /** Before links to feeds, named by their formats. */
  newArticlesFeed: string
  /** The sites in other languages. */
  otherLanguages: string

  breadcrumb: string
  topNotch: string
  favoriteArticles: string
  moreStuff: string
  articles: string
  subcategories: string
  topics: string
  allOf: (category: string) => string
  articleCount: (count: number) => string
  emptyList: string
  /** In a part of the home page whose articles, if there are any, stand above it. */
  noOtherArticle: string
  emptyListLeads: string

  howWeWork: string
  howWeWorkText: string
  howWeWorkLink: string

  /**
   * One of them stands above the paid links of a page; which one depends on its path. Only the first
   * says by itself that somebody pays.
   */
  sponsoredHeadings: readonly [string, string, string, string]
  /** Stands above the others. */
  sponsored: string
  /** Stands under the heading. */
  sponsoredNote: string
  /** Stands near the top of an article with paid links. */
  sponsoredBelow: string
  howWeMakeMoney: string

  readingTime: (minutes: number) => string
  published: string
  updated: string
  by: string
  /** Stands before the author's name where nobody said that a person wrote the text. */
  signed: string
  provenance: Readonly<Record<Provenance, string>>
  provenanceLink: string
  answeredBy: (name: string) => string
  /** Stands before the name of who did. */
  reviewedBy: string
  copyLink: string
  copied: string
  /** Stands over the address when the reader must copy it by hand. */
  copyPrompt: (keys: string) => string
  keyTakeaways: string
  onThisPage: string
  /** Over the list of those that an article mentions. */
  terms: string
  readArticle: (title: string) => string
  sources: string
  aboutTheAuthor: string
  allArticlesBy: (author: string) => string
  /** Names the list of an author's pages on other sites. */
  elsewhere: (author: string) => string

  archive: string
  archiveHint: string
  newer: string
  older: string
  newest: string
  pageOf: (title: string, number: number) => string
  pageNumber: (number: number) => string

  authorsHeading: string
  authorsIntro: (count: number) => string
  jumpToLetter: string

  byLetter: string
  /** Over the terms of a letter, beside its articles. */
  termsHeading: string
  noTermsHere: string
  /** @param count terms on the page of a letter that has more of them */
  someTermsOfLetter: (count: number) => string
  /** @param count articles on the page of a letter that has more of them */
  newestOfLetter: (count: number) => string

  sitemapHeading: string
  sitemapXml: string
  sitemapXmlHint: string
  allArticles: string
  information: string

  searchHeading: string
  searchResults: string
  searchPages: string
  previous: string
  next: string
  searchIdle: string
  searchTooShort: string
  searchTooLong: string
  searchFailed: string
  /** That no title matches, naming the words of the query. */
  searchNone: (query: string) => string
  searchNoneHint: string
  searchBrowse: string
  searchCount: (total: number, query: string) => string
  /** The list under the search field; says once for all of it that links open in a new tab. */
  searchOptions: string
  searchSeeAll: (total: number) => string
  /** Over what the reader may have meant. */
  searchSimilar: string
  /** Said with the result by those who do not see that heading. */
  searchSimilarCount: (count: number) => string
  /** Why it is offered; empty where the marks in its title say it all. */
  searchReason: (suggestion: Suggestion) => string
  /** Over terms that follow each other in the alphabet. */
  searchNearTerms: string
  /** What the arrow beside a link means: said once, to everybody. */
  searchNewTab: string
  searchUnavailable: string

  notFoundHeading: string
  notFoundText: string
  /** Before the title of the article that is probably meant. */
  nearestArticle: string
  goneHeading: string
  goneText: string
  errorHeading: string
  errorText: string
  tryAgain: string
  waysOn: string
  toHome: string
}
