import { type Static, Type } from 'typebox'
import { ContentPage, Link, ToldChange } from './page.ts'
import { Instant, Locale, PagePath, Prose, Revision, Tag, Verbatim } from './primitives.ts'
import { Shell } from './site.ts'

const read = {
  /** The snapshot this model was read from. */
  revision: Revision,
  /** Everything that was read: a later change that touches one of these makes the model stale. */
  tags: Type.Array(Tag),
}

/** For an address without a page: the article that the reader probably means. */
const nearest = Type.Optional(Link)

/**
 * Models of several paths from one snapshot, in the order of the request: everything that the page
 * shows, or that its address moved, is gone or is unknown. Shared parts occur once.
 */
export const PageModels = Type.Object({
  revision: Revision,
  shell: Shell,
  models: Type.Array(
    Type.Union([
      Type.Object({
        status: Type.Enum(['found', 'gone']),
        tags: Type.Array(Tag),
        /** When the words on it last changed: `lastmod` of the site map. */
        modifiedAt: Instant,
        page: ContentPage,
        /** The text of an article as it was written, which its page does not show. */
        markdown: Type.Optional(Type.String()),
        /** When it is withdrawn on its own. */
        expiresAt: Type.Optional(Instant),
      }),
      Type.Object({
        status: Type.Literal('moved'),
        tags: Type.Array(Tag),
        location: PagePath,
        /** 301: the page was here and was renamed. 308: it never was here. */
        redirect: Type.Union([Type.Literal(301), Type.Literal(308)]),
      }),
      Type.Object({ status: Type.Literal('unknown'), tags: Type.Array(Tag), nearest }),
    ]),
  ),
})

/** Most models per request: their paths must fit into one URL. */
export const MAX_MODELS = 64

/** Part of the list of all addresses that have an answer of their own. */
export const PathList = Type.Object({
  revision: Revision,
  paths: Type.Array(Type.Object({ path: PagePath, status: Type.Enum(['found', 'moved', 'gone']) })),
  /** Where the next part begins; null when this was the last one. */
  next: Type.Union([Type.String(), Type.Null()]),
})

export const SitemapEntry = Type.Object({
  path: PagePath,
  modifiedAt: Instant,
  /** The pictures of its text. */
  pictures: Type.Optional(Type.Array(PagePath)),
})

/**
 * One file of the XML site map. The index lists the other files, and those list pages, each with
 * the time of its last real change.
 */
export const SitemapModel = Type.Object({ ...read, entries: Type.Array(SitemapEntry) })

/** Path of a page's Atom feed. Both formats are made and stored together. */
export const feedPath = (page: PagePath): PagePath => `${page === '/' ? '' : page}/feed.atom`

/** What a feed shows of an article. */
export const FeedEntry = Type.Object({
  /** Never changes, even when title or address do. */
  id: Type.String({ format: 'uuid' }),
  path: PagePath,
  title: Prose(),
  summary: Prose(),
  /** What was changed last, in words. */
  change: Type.Optional(ToldChange),
  /** The whole text, without markup. */
  text: Verbatim(),
  /** The first picture of the text, as a file that everything can show. */
  picture: Type.Optional(PagePath),
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
  title: Prose({ minLength: 1 }),
  description: Prose(),
  /** The page it belongs to. */
  page: PagePath,
  entries: Type.Array(FeedEntry),
})

/** Whether anything may exist at a path, answered without loading it. */
export const AddressLookup = Type.Object({
  known: Type.Boolean(),
  nearest,
})

export const AddressLookups = Type.Object({ lookups: Type.Array(AddressLookup) })

/** Most addresses per lookup: they must fit into the first line of a request. */
export const MAX_LOOKUPS = 32

/** The portrait at a path. The path changes whenever the bytes do. */
export const PortraitModel = Type.Object({
  ...read,
  contentType: Type.Enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']),
  /** The file, in base64. */
  bytes: Type.String({ minLength: 1 }),
})

/** The picture at a path, a drawing as SVG. The path changes whenever the bytes do. */
export const PictureModel = Type.Union([
  Type.Object({ ...read, svg: Type.String({ minLength: 1 }) }),
  PortraitModel,
])

export type PageModels = Static<typeof PageModels>
export type PathList = Static<typeof PathList>
export type SitemapEntry = Static<typeof SitemapEntry>
export type SitemapModel = Static<typeof SitemapModel>
export type FeedEntry = Static<typeof FeedEntry>
export type FeedModel = Static<typeof FeedModel>
export type AddressLookup = Static<typeof AddressLookup>
export type AddressLookups = Static<typeof AddressLookups>
export type PortraitModel = Static<typeof PortraitModel>
export type PictureModel = Static<typeof PictureModel>
