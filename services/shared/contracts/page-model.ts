import { type Static, Type } from 'typebox'
import { ContentPage } from './page.ts'
import { Instant, PagePath, Revision, Tag } from './primitives.ts'
import { Shell } from './site.ts'

const read = {
  /** The snapshot this model was read from. */
  revision: Revision,
  /** Everything that was read: a later change that touches one of these makes the model old. */
  tags: Type.Array(Tag),
}

/** Everything a page shows, from one snapshot, and what became of its address. */
export const PageModel = Type.Union([
  Type.Object({
    status: Type.Literal('found'),
    ...read,
    /** When the words on it last changed: `lastmod` of the site map. */
    modifiedAt: Instant,
    page: ContentPage,
    shell: Shell,
  }),
  Type.Object({
    status: Type.Literal('gone'),
    ...read,
    modifiedAt: Instant,
    page: ContentPage,
    shell: Shell,
  }),
  Type.Object({ status: Type.Literal('moved'), ...read, location: PagePath }),
  Type.Object({ status: Type.Literal('unknown'), ...read }),
])

export const SitemapEntry = Type.Object({ path: PagePath, modifiedAt: Instant })

/** Every address that search engines should know, with the true time of its last change. */
export const SitemapModel = Type.Object({ ...read, entries: Type.Array(SitemapEntry) })

export type PageModel = Static<typeof PageModel>
export type SitemapEntry = Static<typeof SitemapEntry>
export type SitemapModel = Static<typeof SitemapModel>
