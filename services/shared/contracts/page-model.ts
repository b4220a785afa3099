import { type Static, Type } from 'typebox'
import { ContentPage, Link } from './page.ts'
import { Instant, Locale, PagePath, Revision, Tag } from './primitives.ts'
import { Shell } from './site.ts'

const read = {
  /** The snapshot this model was read from. */
  revision: Revision,
  /** Everything that was read: a later change that touches one of these makes the model old. */
  tags: Type.Array(Tag),
}

/** Where the page is that an address means. */
const elsewhere = {
  location: PagePath,
  /** How readers are led there. 301: it was here and was renamed. 308: it is only looked for here. */
  redirect: Type.Union([Type.Literal(301), Type.Literal(308)]),
}

/** Of an article: beside the page, which shows nothing of it. */
const articleText = {
  /** The text as it was written. */
  markdown: Type.Optional(Type.String()),
}

/** Of an address without a page: the article that is probably meant. */
const meant = { nearest: Type.Optional(Link) }

/** Everything a page shows, from one snapshot, and what became of its address. */
export const PageModel = Type.Union([
  Type.Object({
    status: Type.Literal('found'),
    ...read,
    /** When the words on it last changed: `lastmod` of the site map. */
    modifiedAt: Instant,
    page: ContentPage,
    ...articleText,
    shell: Shell,
  }),
  Type.Object({
    status: Type.Literal('gone'),
    ...read,
    modifiedAt: Instant,
    page: ContentPage,
    shell: Shell,
  }),
  Type.Object({ status: Type.Literal('moved'), ...read, ...elsewhere }),
  Type.Object({ status: Type.Literal('unknown'), ...read, ...meant }),
])

/** Models of several paths from one snapshot, in the order asked for. What all share stands once. */
export const PageModels = Type.Object({
  revision: Revision,
  shell: Shell,
  models: Type.Array(
    Type.Union([
      Type.Object({
        status: Type.Enum(['found', 'gone']),
        tags: Type.Array(Tag),
        modifiedAt: Instant,
        page: ContentPage,
        ...articleText,
      }),
      Type.Object({ status: Type.Literal('moved'), tags: Type.Array(Tag), ...elsewhere }),
      Type.Object({ status: Type.Literal('unknown'), tags: Type.Array(Tag), ...meant }),
    ]),
  ),
})

/** Models that may be asked for at once: their paths have room in one address. */
export const MAX_MODELS = 64

/** Part of the list of all addresses that have an answer of their own. */
export const PathList = Type.Object({
  revision: Revision,
  paths: Type.Array(Type.Object({ path: PagePath, status: Type.Enum(['found', 'moved', 'gone']) })),
  /** Where the next part begins; null when this was the last one. */
  next: Type.Union([Type.String(), Type.Null()]),
})

export const SitemapEntry = Type.Object({ path: PagePath, modifiedAt: Instant })

/**
 * One file of the XML site map: the index names the other files, those name pages; each with the
 * true time of its last change.
 */
export const SitemapModel = Type.Object({ ...read, entries: Type.Array(SitemapEntry) })

/** Where the feed of a page is, in its Atom form; both forms are made and kept together. */
export const feedPath = (page: PagePath): PagePath => `${page === '/' ? '' : page}/feed.atom`

/** What a feed shows of an article. */
export const FeedEntry = Type.Object({
  /** Stays, whatever becomes of title and address. */
  id: Type.String({ format: 'uuid' }),
  path: PagePath,
  title: Type.String(),
  summary: Type.String(),
  /** The whole text, without markup. */
  text: Type.String(),
  publishedAt: Instant,
  updatedAt: Instant,
  author: Link,
  /** The article's first subcategory. */
  section: Link,
})

/** The newest articles of the site or of a category, newest first. */
export const FeedModel = Type.Object({
  ...read,
  locale: Locale,
  title: Type.String({ minLength: 1 }),
  description: Type.String(),
  /** The page it belongs to. */
  page: PagePath,
  entries: Type.Array(FeedEntry),
})

/** Whether there can be anything at a path, found out before any of it is read. */
export const AddressLookup = Type.Object({
  known: Type.Boolean(),
  /** Of an unknown address: the article that is probably meant. */
  nearest: Type.Optional(Link),
})

export const AddressLookups = Type.Object({ lookups: Type.Array(AddressLookup) })

/** Addresses of one question: together they fit into the first line of a request. */
export const MAX_LOOKUPS = 32

/** The portrait at a path, which changes with its bytes. */
export const PortraitModel = Type.Object({
  ...read,
  contentType: Type.Enum(['image/png', 'image/jpeg', 'image/webp']),
  /** The file, in base64. */
  bytes: Type.String({ minLength: 1 }),
})

export type PageModel = Static<typeof PageModel>
export type PageModels = Static<typeof PageModels>
export type PathList = Static<typeof PathList>
export type SitemapEntry = Static<typeof SitemapEntry>
export type SitemapModel = Static<typeof SitemapModel>
export type FeedEntry = Static<typeof FeedEntry>
export type FeedModel = Static<typeof FeedModel>
export type AddressLookup = Static<typeof AddressLookup>
export type AddressLookups = Static<typeof AddressLookups>
export type PortraitModel = Static<typeof PortraitModel>
