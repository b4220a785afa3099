import { type Static, Type } from 'typebox'
import { Day, FactSource, FactValue } from './fact.ts'
import { Instant, PagePath, Prose, Slug, Verbatim } from './primitives.ts'
import { CategoryNode, SubcategoryNode } from './site.ts'

export const Seo = Type.Object({
  /** The whole text of `<title>`. */
  title: Prose({ minLength: 1 }),
  description: Prose({ minLength: 1 }),
  /** Asks search engines to leave the page out. */
  noindex: Type.Optional(Type.Literal(true)),
})

export const Link = Type.Object({ title: Prose(), path: PagePath })

/** What a list shows of an article. */
export const ArticleCard = Type.Object({
  path: PagePath,
  title: Prose(),
  description: Prose(),
  publishedAt: Instant,
  /** Whole minutes, rounded up, at 230 words per minute. */
  readingMinutes: Type.Integer({ minimum: 1 }),
  author: Link,
  /** The article's first subcategory. */
  section: Link,
})

/**
 * The archive of a list: full pages at `{base}/page/{n}`, numbered from the oldest, so that
 * publishing changes none. Articles on none of them are on the list's own page; `pages` is 0 while
 * they would not fill two pages.
 */
export const Archive = Type.Object({ base: PagePath, pages: Type.Integer({ minimum: 0 }) })

export const Heading = Type.Object({
  id: Verbatim(),
  text: Verbatim(),
  level: Type.Integer({ minimum: 2, maximum: 6 }),
})

export const Source = Type.Object({
  title: Prose(),
  url: Verbatim(),
  /** Links of the text lead to the entry whose id `sourceElementId` gives for it. */
  key: Type.Optional(Verbatim()),
})

/** A mistake that readers were shown: on which day it was corrected, what stood there, and what does now. */
export const Correction = Type.Object({ on: Verbatim(), was: Prose(), is: Prose() })
/** What was changed, in words for readers. */
export const ToldChange = Type.Object({ on: Verbatim(), text: Prose() })

export const PROVENANCES = ['human', 'assisted', 'generated'] as const
/** Who wrote the text; readers are told. */
export const Provenance = Type.Enum([...PROVENANCES])

/** What the editors declare about how an article was written. Undeclared fields are absent. */
export const Origin = Type.Object({
  provenance: Type.Optional(Provenance),
  /** Name of the person who is responsible for the text. */
  answeredBy: Type.Optional(Verbatim({ minLength: 1 })),
  /** Name of the person who reviewed the text, and when. */
  reviewedBy: Type.Optional(Verbatim({ minLength: 1 })),
  reviewedAt: Type.Optional(Instant),
  /** When somebody last compared the text with its sources. */
  checkedAt: Type.Optional(Instant),
})

/** The page that is sent for every unknown address. */
export const NOT_FOUND_PATH = '/404.html'
/** The page that is sent when something fails on our side. */
export const ERROR_PATH = '/500.html'

/** A paid link with the words around it. All fields are plain text, not HTML. */
export const SponsoredLink = Type.Object({
  before: Verbatim(),
  text: Verbatim({ minLength: 1 }),
  href: Type.String({ pattern: '^https?://' }),
  after: Verbatim(),
  /** It continues the sentence of the previous link. */
  continues: Type.Optional(Type.Literal(true)),
})

/** The paid links of a page, and the marker by which the ad system recognizes its pages. */
export const Sponsored = Type.Object({
  links: Type.Array(SponsoredLink, { maxItems: 20 }),
  /** Text of an HTML comment. */
  comment: Type.Optional(Verbatim({ minLength: 1 })),
})

/** A letter of the locale's alphabet in a dictionary. */
export const LetterLink = Type.Object({
  letter: Verbatim({ minLength: 1 }),
  path: PagePath,
  /** No term or article is filed there yet. Absent also on pages that do not know. */
  isEmpty: Type.Optional(Type.Literal(true)),
})

/** Most terms that are linked in one article. */
export const MAX_MENTIONS = 8

/** The page of a term. The release before had none, and says nothing of it. */
const ownPage = { path: Type.Optional(PagePath) }

const definedTerm = {
  term: Prose({ minLength: 1 }),
  /** One line. */
  definition: Prose({ minLength: 1 }),
}

/** A term, and the article that explains it. */
export const ExplainedTerm = Type.Object({ ...definedTerm, article: Link, ...ownPage })

/** A term that an article mentions. Its own page names the article that explains it. */
export const MentionedTerm = Type.Object({
  ...definedTerm,
  article: Type.Object({ path: PagePath }),
  path: PagePath,
})

/** Where an article is filed: a category, its subcategories, and its topics within them. */
export const Entity = Type.Object({
  category: Slug,
  subcategories: Type.Array(
    Type.Object({ subcategory: Slug, subsubcategories: Type.Array(Verbatim()) }),
  ),
})

/** An article with its editorial data, as a client needs it to show or file it elsewhere. */
export const ContentNode = Type.Object({
  /** Never changes, even when title or address do. */
  id: Type.String({ format: 'uuid' }),
  frontmatter: Type.Object({
    title: Verbatim(),
    slug: Slug,
    description: Verbatim(),
    /** The author's name. */
    author: Verbatim(),
    /** All of them; the first one's first subcategory is the article's home. */
    entities: Type.Array(Entity),
  }),
})

/** A picture of an author. */
export const Portrait = Type.Object({
  /** Its path, which changes whenever the picture does. */
  src: PagePath,
  /** Pixels. */
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** What it shows, in words. */
  alt: Type.Optional(Verbatim({ minLength: 1 })),
  /** The same in other formats and sizes, for browsers to choose from. */
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        src: PagePath,
        type: Type.Enum(['image/avif', 'image/webp']),
        width: Type.Integer({ minimum: 1 }),
      }),
    ),
  ),
})

/** Facts about an author besides name and text, where the roster has them. */
export const AuthorFacts = Type.Object({
  /** The author's role, in a few words. */
  role: Type.Optional(Verbatim({ minLength: 1 })),
  /** The author's profiles on other sites. */
  links: Type.Optional(Type.Array(Type.String({ pattern: '^https://' }), { minItems: 1 })),
  portrait: Type.Optional(Portrait),
})

/** Any page may have paid links; absent where there are none to show. */
const page = { path: PagePath, seo: Seo, sponsored: Type.Optional(Sponsored) }
/** The articles of a list on its own page, or on one page of its archive. */
const listed = { articles: Type.Array(ArticleCard), archive: Archive }
/** Links to all categories, for pages that may have nothing to read. */
const waysOn = { categories: Type.Array(Link) }
const DescribedLink = Type.Object({ ...Link.properties, description: Prose() })

export const HomePage = Type.Object({
  kind: Type.Literal('home'),
  ...page,
  /** What the site promises, in one line. */
  tagline: Prose({ minLength: 1 }),
  topNotch: Type.Array(ArticleCard),
  /** The drawings of the first article's own chart: SVG of our own. */
  leadChart: Type.Optional(Verbatim()),
  strips: Type.Array(
    Type.Object({ ...DescribedLink.properties, articles: Type.Array(ArticleCard) }),
  ),
  favorites: Type.Array(ArticleCard),
  /** Figures of the day that editors chose; absent if there are none. */
  figures: Type.Optional(
    Type.Array(
      Type.Object({
        title: Prose({ minLength: 1 }),
        /** Its place on the page of facts. */
        path: PagePath,
        is: Verbatim({ minLength: 1 }),
        from: Day,
        /** Its last day, once that has passed. */
        ended: Type.Optional(Day),
      }),
    ),
  ),
  /** The page of tools has some. */
  hasTools: Type.Optional(Type.Literal(true)),
  /** The first examples of the guides' articles, with the articles' titles; absent if they have none. */
  tools: Type.Optional(Type.Array(DescribedLink)),
  /** The first terms that the guides' articles explain; absent if there are none. */
  terms: Type.Optional(Type.Array(Link)),
  /** Where readers can begin; absent if there are no guides. */
  guides: Type.Optional(Type.Array(DescribedLink)),
})

export const CategoryPage = Type.Object({
  kind: Type.Literal('category'),
  ...page,
  category: CategoryNode,
  ...listed,
  favorites: Type.Array(ArticleCard),
  /** The other categories, which an empty one links to. */
  others: Type.Array(Link),
  /** For a dictionary: the locale's alphabet, and the page of all its letters. */
  letters: Type.Optional(Type.Array(LetterLink)),
  index: Type.Optional(Link),
})

export const SubcategoryPage = Type.Object({
  kind: Type.Literal('subcategory'),
  ...page,
  category: Link,
  subcategory: SubcategoryNode,
  /** All subcategories of the category, this one among them. */
  siblings: Type.Array(Link),
  /** Its topics, or only those in the menu; absent where its articles name none. */
  topics: Type.Optional(Type.Array(Link, { minItems: 1 })),
  /** The topic whose articles are shown; absent on the page of all articles. */
  topic: Type.Optional(Link),
  ...listed,
  favorites: Type.Array(ArticleCard),
})

/** One page of the archive of a category, a subcategory or an author. */
export const ArchivePage = Type.Object({
  kind: Type.Literal('archive'),
  ...page,
  /** The list this page belongs to, after the pages above it. */
  breadcrumb: Type.Array(Link),
  list: Link,
  number: Type.Integer({ minimum: 1 }),
  /** `pages` is at most the next page's number: a page must not change whenever the list grows. */
  archive: Archive,
  articles: Type.Array(ArticleCard),
})

/** The place of a term on its letter's page, as the fragment of an address. */
const place = { place: Type.Optional(Slug) }

/** All letters of a dictionary, with the names of the terms under each. */
export const LettersPage = Type.Object({
  kind: Type.Literal('letters'),
  ...page,
  title: Prose({ minLength: 1 }),
  /** The dictionary. */
  category: Link,
  /** The whole alphabet. Without names where there are too many for one page. */
  letters: Type.Array(
    Type.Object({
      ...LetterLink.properties,
      terms: Type.Array(Type.Object({ term: Prose({ minLength: 1 }), ...place, ...ownPage })),
    }),
  ),
})

/** The terms and articles under one letter of a dictionary; there may be none. */
export const LetterPage = Type.Object({
  kind: Type.Literal('letter'),
  ...page,
  /** The dictionary. */
  category: Link,
  letter: Verbatim({ minLength: 1 }),
  /** The page of all letters. */
  index: Link,
  /** The whole alphabet, empty letters included: a page must not change when other letters do. */
  letters: Type.Array(LetterLink),
  /** In the order of the locale's alphabet. */
  terms: Type.Array(Type.Object({ ...ExplainedTerm.properties, ...place })),
  /** There are more terms than the page holds. */
  someTermsOnly: Type.Boolean(),
  /** Articles by their titles, in the same order. */
  entries: Type.Array(DescribedLink),
  /** There are more articles than the page holds: these are the newest, and the archive has all. */
  newestOnly: Type.Boolean(),
})

/** The most articles that a term's page names as those that use the term. */
export const MAX_TERM_USERS = 6

/** A term of the dictionary. */
export const TermPage = Type.Object({
  kind: Type.Literal('term'),
  ...page,
  /** Its name, which begins with a capital. */
  title: Prose({ minLength: 1 }),
  /** One line. */
  definition: Prose({ minLength: 1 }),
  /** Its other forms. */
  also: Type.Array(Prose({ minLength: 1 })),
  /** The article that explains it. */
  article: Link,
  /** What that article says, in one to three sentences. */
  answer: Type.Optional(Prose({ minLength: 1 })),
  /** The place of that article where readers calculate with their own numbers. */
  example: Type.Optional(Link),
  /** Articles that use it. One that is new comes a moment later. */
  users: Type.Array(Link, { maxItems: MAX_TERM_USERS }),
  /** The terms beside it under its letter; one that is new comes a moment later. */
  previous: Type.Optional(Link),
  next: Type.Optional(Link),
  /** Absent where no category is a dictionary. */
  dictionary: Type.Optional(
    Type.Object({
      category: Link,
      /** The page of all letters. */
      index: Link,
      /** The page of its letter. */
      letter: Link,
    }),
  ),
})

/** Paths by language, on the sites in these languages. */
export const Translations = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), PagePath)

export const ArticlePage = Type.Object({
  kind: Type.Literal('article'),
  ...page,
  /**
   * For clients of the page-data protocol. The page does not show it, and documents leave it out.
   */
  node: Type.Optional(ContentNode),
  article: Type.Object({
    id: Type.String({ format: 'uuid' }),
    slug: Slug,
    title: Prose(),
    description: Prose(),
    /** The description only repeats the beginning of the text, so the page shows it once. */
    descriptionRepeatsText: Type.Optional(Type.Literal(true)),
    /** Made from Markdown at import with raw HTML off. */
    bodyHtml: Verbatim(),
    headings: Type.Array(Heading),
    publishedAt: Instant,
    /** Changes only when the text does. */
    updatedAt: Instant,
    readingMinutes: Type.Integer({ minimum: 1 }),
    /** What the article says, in one to three sentences. */
    answer: Type.Optional(Prose({ minLength: 1 })),
    /** The year for which its figures are right. */
    validFor: Type.Optional(Type.Integer()),
    /** What answers for a text that software wrote and that names no person. */
    office: Type.Optional(Verbatim({ minLength: 1 })),
    /** The latest first. */
    corrections: Type.Optional(Type.Array(Correction)),
    changes: Type.Optional(Type.Array(ToldChange)),
    takeaways: Type.Array(Prose()),
    sources: Type.Array(Source),
    ...Origin.properties,
    /**
     * In the order of the text. Its links to them are described by the elements whose ids
     * `termElementId` gives. Absent where there are none.
     */
    terms: Type.Optional(Type.Array(MentionedTerm, { minItems: 1, maxItems: MAX_MENTIONS })),
    /** Its category is a dictionary, and it is an entry of it. */
    isDefinition: Type.Optional(Type.Literal(true)),
  }),
  author: Type.Object({
    ...Link.properties,
    description: Prose(),
    ...AuthorFacts.properties,
  }),
  /**
   * By language, the path of the same article on the site in that language; absent if there is
   * none.
   */
  translations: Type.Optional(Translations),
  /** Category and subcategory. */
  breadcrumb: Type.Array(Link),
  related: Type.Array(ArticleCard),
  /** The guides in which it stands, with what comes next there. Documents have it in `endHtml`. */
  guides: Type.Optional(
    Type.Array(
      Type.Object({
        ...Link.properties,
        /** Its place in the guide, from 1, and how many there are, withdrawn ones included. */
        number: Type.Integer({ minimum: 1 }),
        length: Type.Integer({ minimum: 1 }),
        /** Absent in the last place. */
        next: Type.Optional(Link),
      }),
      { minItems: 1 },
    ),
  ),
  /**
   * HTML: what comes next in guides, how to share it, to report a mistake in it and to name it as a source. Content does not know
   * where the site is: render adds this to what is published.
   */
  endHtml: Type.Optional(Verbatim()),
})

export const AuthorsPage = Type.Object({
  kind: Type.Literal('authors'),
  ...page,
  /** In the order of the locale's alphabet. */
  authors: Type.Array(
    Type.Object({
      ...Link.properties,
      /** The letter under which the author is listed. */
      letter: Verbatim({ minLength: 1 }),
      description: Prose(),
      articles: Type.Integer({ minimum: 0 }),
      portrait: Type.Optional(Portrait),
    }),
  ),
})

export const AuthorPage = Type.Object({
  kind: Type.Literal('author'),
  ...page,
  author: Type.Object({
    name: Verbatim(),
    description: Prose(),
    ...AuthorFacts.properties,
    articles: Type.Integer({ minimum: 0 }),
  }),
  ...listed,
})

export const InfoPage = Type.Object({
  kind: Type.Literal('info'),
  ...page,
  title: Prose(),
  bodyHtml: Verbatim(),
  headings: Type.Array(Heading),
  updatedAt: Instant,
})

const ListedFact = Type.Object({
  name: Slug,
  title: Prose(),
  /** The newest value that has begun; absent before the first. */
  value: Type.Optional(FactValue),
  /** The last day of that value has passed, and no other follows. */
  ended: Type.Optional(Type.Literal(true)),
  /** Where the value stands. */
  source: Type.Optional(FactSource),
  /** All values, the newest first. */
  values: Type.Array(FactValue, { minItems: 1 }),
  articles: Type.Array(Link),
})

/** Figures that texts show, each with its values and the articles that print it. */
export const FactsPage = Type.Object({
  kind: Type.Literal('facts'),
  ...page,
  /** By subject, in the order of their file; those without one are the last group. */
  groups: Type.Array(
    Type.Object({
      /** With the id of its heading. */
      subject: Type.Optional(Type.Object({ id: Verbatim(), title: Prose() })),
      facts: Type.Array(ListedFact, { minItems: 1 }),
    }),
  ),
})

/** Examples of articles that readers change, by the subcategory of their article. */
export const ToolsPage = Type.Object({
  kind: Type.Literal('tools'),
  ...page,
  /** Subcategories with an example; those with the most come first. */
  sections: Type.Array(
    Type.Object({
      ...Link.properties,
      tools: Type.Array(
        Type.Object({
          caption: Prose(),
          /** What readers change, and what follows, by the names in its table. */
          inputs: Type.Array(Prose()),
          results: Type.Array(Prose()),
          /** Its place in its article. */
          path: PagePath,
          article: Link,
        }),
      ),
    }),
  ),
})

/** Where readers can begin: articles in an order, each with what it is good for. */
export const GuidesPage = Type.Object({
  kind: Type.Literal('guides'),
  ...page,
  guides: Type.Array(
    Type.Object({
      /** Its place on the page, as the fragment of an address. */
      slug: Slug,
      title: Prose({ minLength: 1 }),
      description: Prose({ minLength: 1 }),
      steps: Type.Array(Type.Object({ ...Link.properties, why: Prose({ minLength: 1 }) })),
    }),
  ),
})

/** What was corrected in articles, the newest first. */
export const CorrectionsPage = Type.Object({
  kind: Type.Literal('corrections'),
  ...page,
  corrections: Type.Array(Type.Object({ ...Correction.properties, article: Link })),
})

/** The articles that a reader has saved. Which ones only their browser knows. */
export const SavedPage = Type.Object({ kind: Type.Literal('saved'), ...page })

/** The site map for people. Articles that are not in its archive are under their subcategories. */
export const SitemapPage = Type.Object({
  kind: Type.Literal('sitemap'),
  ...page,
  categories: Type.Array(
    Type.Object({
      ...Link.properties,
      subcategories: Type.Array(Type.Object({ ...Link.properties, articles: Type.Array(Link) })),
    }),
  ),
  authors: Type.Array(Link),
  info: Type.Array(Link),
  archive: Archive,
})

/** One page of the site map's list of all articles. */
export const SitemapArchivePage = Type.Object({
  kind: Type.Literal('sitemap-archive'),
  ...page,
  number: Type.Integer({ minimum: 1 }),
  /** As on {@link ArchivePage}. */
  archive: Archive,
  articles: Type.Array(Link),
})

export const NotFoundPage = Type.Object({
  kind: Type.Literal('not-found'),
  ...page,
  ...waysOn,
  /** The article that the reader probably means. */
  nearest: Type.Optional(Link),
  more: Type.Array(ArticleCard),
})

/** An article that was withdrawn: answered with 410. */
export const GonePage = Type.Object({ kind: Type.Literal('gone'), ...page, ...waysOn })

/** Shown when something fails on our side; rendered without any other service. */
export const ErrorPage = Type.Object({ kind: Type.Literal('error'), ...page, ...waysOn })

/** A title that matched; marks are half-open ranges of UTF-16 units of the title. */
export const SearchHit = Type.Object({
  title: Verbatim(),
  path: PagePath,
  marks: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })])),
})

/** With fewer exact hits than this, similar titles are suggested. */
export const FEW_HITS = 3
export const MAX_SUGGESTIONS = 5
export const MAX_FOUND_TERMS = 3

/** A term of the dictionary that has every typed word. */
export const FoundTerm = Type.Object({
  title: Verbatim({ minLength: 1 }),
  path: PagePath,
  definition: Verbatim({ minLength: 1 }),
  /** It is what was typed, in one of its forms. */
  isTyped: Type.Optional(Type.Literal(true)),
})

export const SUGGESTION_KINDS = ['article', 'author', 'category'] as const

/**
 * What the reader may have meant: a title that does not match, or a name that is in no title. Each
 * says which rule found it. Its marks show the parts of the title that correspond to words which
 * were typed differently.
 */
export const Suggestion = Type.Object({
  ...SearchHit.properties,
  kind: Type.Enum([...SUGGESTION_KINDS]),
  /** The words of the dictionary, not of the title, that lead to this article. */
  explains: Type.Optional(Verbatim({ minLength: 1 })),
  /** Typed words that correspond to nothing in the title. */
  without: Type.Optional(Type.Array(Verbatim({ minLength: 1 }), { minItems: 1 })),
})

/** A hit as the search page shows it. */
export const ShownHit = Type.Object({
  ...SearchHit.properties,
  /** More about the article; absent while its page cannot be read. */
  card: Type.Optional(Type.Pick(ArticleCard, ['description', 'publishedAt', 'section'])),
})

/** Rendered for each request from the search service's answer, never stored. */
export const SearchPage = Type.Object({
  kind: Type.Literal('search'),
  ...page,
  ...waysOn,
  query: Verbatim(),
  /** `idle`: nothing typed; `too-short`: 2 characters or less; `failed`: no answer from search. */
  outcome: Type.Enum(['idle', 'too-short', 'too-long', 'results', 'failed']),
  total: Type.Integer({ minimum: 0 }),
  hits: Type.Array(ShownHit),
  suggestions: Type.Array(Suggestion, { maxItems: MAX_SUGGESTIONS }),
  /** On the first page of results. */
  terms: Type.Optional(Type.Array(FoundTerm, { minItems: 1, maxItems: MAX_FOUND_TERMS })),
  /**
   * When nothing was found: the alphabetically nearest terms, with the articles that explain them.
   */
  nearTerms: Type.Array(Link),
  /** 1-based. */
  number: Type.Integer({ minimum: 1 }),
  pages: Type.Integer({ minimum: 0 }),
})

/** Every page that the content service determines, by `kind`; for search, all but the results. */
export const ContentPage = Type.Union([
  HomePage,
  CategoryPage,
  SubcategoryPage,
  ArchivePage,
  LettersPage,
  LetterPage,
  TermPage,
  ArticlePage,
  AuthorsPage,
  AuthorPage,
  InfoPage,
  FactsPage,
  ToolsPage,
  GuidesPage,
  CorrectionsPage,
  SavedPage,
  SitemapPage,
  SitemapArchivePage,
  SearchPage,
  NotFoundPage,
  GonePage,
])

export type ExplainedTerm = Static<typeof ExplainedTerm>
export type MentionedTerm = Static<typeof MentionedTerm>
export type DescribedLink = Static<typeof DescribedLink>
export type LetterLink = Static<typeof LetterLink>
export type Seo = Static<typeof Seo>
export type Link = Static<typeof Link>
export type Entity = Static<typeof Entity>
export type ArticleCard = Static<typeof ArticleCard>
export type Archive = Static<typeof Archive>
export type Heading = Static<typeof Heading>
export type Source = Static<typeof Source>
export type Correction = Static<typeof Correction>
export type ToldChange = Static<typeof ToldChange>
export type Provenance = (typeof PROVENANCES)[number]
export type Portrait = Static<typeof Portrait>
export type AuthorFacts = Static<typeof AuthorFacts>
export type Origin = Static<typeof Origin>
export type SponsoredLink = Static<typeof SponsoredLink>
export type Sponsored = Static<typeof Sponsored>
export type HomePage = Static<typeof HomePage>
export type CategoryPage = Static<typeof CategoryPage>
export type SubcategoryPage = Static<typeof SubcategoryPage>
export type ArchivePage = Static<typeof ArchivePage>
export type LettersPage = Static<typeof LettersPage>
export type LetterPage = Static<typeof LetterPage>
export type TermPage = Static<typeof TermPage>
export type Translations = Static<typeof Translations>
export type ArticlePage = Static<typeof ArticlePage>
export type AuthorsPage = Static<typeof AuthorsPage>
export type AuthorPage = Static<typeof AuthorPage>
export type InfoPage = Static<typeof InfoPage>
export type FactsPage = Static<typeof FactsPage>
export type ToolsPage = Static<typeof ToolsPage>
export type GuidesPage = Static<typeof GuidesPage>
export type CorrectionsPage = Static<typeof CorrectionsPage>
export type SavedPage = Static<typeof SavedPage>
export type SitemapPage = Static<typeof SitemapPage>
export type SitemapArchivePage = Static<typeof SitemapArchivePage>
export type NotFoundPage = Static<typeof NotFoundPage>
export type GonePage = Static<typeof GonePage>
export type ErrorPage = Static<typeof ErrorPage>
export type SearchHit = Static<typeof SearchHit>
export type FoundTerm = Static<typeof FoundTerm>
export type ShownHit = Static<typeof ShownHit>
export type Suggestion = Static<typeof Suggestion>
export type SearchPage = Static<typeof SearchPage>
export type ContentPage = Static<typeof ContentPage>

/** Every page a reader can see: what React renders and what page-data carries. */
export type Page = ContentPage | ErrorPage
export type PageOf<Kind extends Page['kind']> = Extract<Page, { kind: Kind }>

/** What is true of all pages of a kind. */
interface PageFacts {
  /** The path of its only page; null if it may have many. */
  path: PagePath | null
  /** The files of the XML site map that list its pages. */
  sitemap: 'pages' | 'articles' | 'none'
  /** Sites in other languages have the same page at the same path. */
  shared: boolean
  /** How it is announced to search engines: as a list, by code of its own, or not at all. */
  described: 'list' | 'own' | 'none'
  /** Other pages stand between the home page and it, and it names them. */
  trail: boolean
}

const UNLISTED = {
  path: null,
  sitemap: 'none',
  shared: false,
  described: 'none',
  trail: false,
} as const

/** What the services need to know of each page kind; a kind that says nothing does not compile. */
export const PAGE_KINDS = {
  home: { path: '/', sitemap: 'pages', shared: true, described: 'own', trail: false },
  category: { path: null, sitemap: 'pages', shared: true, described: 'list', trail: true },
  subcategory: { path: null, sitemap: 'pages', shared: true, described: 'list', trail: true },
  archive: { path: null, sitemap: 'none', shared: false, described: 'list', trail: true },
  letters: { path: null, sitemap: 'pages', shared: true, described: 'list', trail: true },
  letter: { path: null, sitemap: 'pages', shared: false, described: 'list', trail: true },
  term: { path: null, sitemap: 'pages', shared: false, described: 'own', trail: true },
  article: { path: null, sitemap: 'articles', shared: false, described: 'own', trail: true },
  authors: { path: '/authors', sitemap: 'pages', shared: true, described: 'list', trail: false },
  author: { path: null, sitemap: 'pages', shared: false, described: 'own', trail: true },
  info: { path: null, sitemap: 'pages', shared: true, described: 'none', trail: true },
  facts: { path: '/facts', sitemap: 'pages', shared: true, described: 'none', trail: false },
  tools: { path: '/tools', sitemap: 'pages', shared: true, described: 'none', trail: false },
  guides: { path: '/guides', sitemap: 'pages', shared: true, described: 'none', trail: false },
  corrections: {
    path: '/corrections',
    sitemap: 'pages',
    shared: true,
    described: 'none',
    trail: false,
  },
  sitemap: { path: '/sitemap', sitemap: 'pages', shared: true, described: 'none', trail: false },
  saved: { ...UNLISTED, path: '/saved' },
  search: { ...UNLISTED, path: '/search' },
  'not-found': { ...UNLISTED, path: NOT_FOUND_PATH },
  'sitemap-archive': UNLISTED,
  gone: UNLISTED,
  error: UNLISTED,
} as const satisfies Record<Page['kind'], PageFacts>

/** The page kinds of which these facts are true. */
export type KindsWith<Facts extends Partial<PageFacts>> = {
  [Kind in Page['kind']]: (typeof PAGE_KINDS)[Kind] extends Facts ? Kind : never
}[Page['kind']]
