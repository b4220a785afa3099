import { hash } from 'node:crypto'
import type { PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'

/**
 * What search engines should know of an address: its status, and when its words last changed (as in
 * the site map), of an article also what results show of it; or where it has moved. Empty if they should not index it. Equal for pages that
 * differ only in the build that made them, their header, or related articles.
 */
export type Listing = string

export const NOT_LISTED: Listing = ''
/** For an address where there is nothing any more. */
export const MISSING: Listing = '404'
const FOUND = /^200 /
/** Enough to tell two titles of one article apart. */
const HASH_LENGTH = 12

export function listingOf(path: PagePath, model: PageModels['models'][number]): Listing {
  switch (model.status) {
    case 'found': {
      const { page, modifiedAt } = model
      // A topic's address is another path, and it shows only a part of its subcategory's page.
      if (page.seo.noindex || page.path !== path) return NOT_LISTED
      if (page.kind !== 'article') return `200 ${modifiedAt}`
      // What search results show is news to them also where it is no update for readers.
      const shown = hash('sha256', JSON.stringify(page.seo), 'base64url').slice(0, HASH_LENGTH)
      return `200 ${page.article.updatedAt} ${shown}`
    }
    case 'gone':
      return '410'
    case 'moved':
      return `${model.redirect} ${model.location}`
    case 'unknown':
      return MISSING
    default:
      return model satisfies never
  }
}

export interface FormerListing {
  /** `null` where it is not known. */
  listing: Listing | null
  /** Whether an editor has just added the page: it was not made for a new build's list. */
  isNew: boolean
}

/** Whether search engines should fetch the page again: not if only a new build made it again. */
export function changesListing(former: FormerListing, listing: Listing): boolean {
  if (former.listing === null) return former.isNew && FOUND.test(listing)
  return former.listing !== listing && (FOUND.test(listing) || FOUND.test(former.listing))
}
