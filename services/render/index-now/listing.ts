import type { PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'

/**
 * How search engines would list what is at an address: its status and, as the site map says it, when
 * its words last changed, or where it is now. Empty where they are not to list it. Equal for pages
 * that differ in nothing but the build that made them, their header, or the articles named beside.
 */
export type Listing = string

export const NOT_LISTED: Listing = ''
/** Of an address where nothing is any more. */
export const MISSING: Listing = '404'
const FOUND = /^200 /

export function listingOf(path: PagePath, model: PageModels['models'][number]): Listing {
  switch (model.status) {
    case 'found': {
      const { page, modifiedAt } = model
      // A page that is kept elsewhere than at its address shows a part of what another one shows.
      if (page.seo.noindex || page.path !== path) return NOT_LISTED
      return `200 ${page.kind === 'article' ? page.article.updatedAt : modifiedAt}`
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
  /** `null` where nobody knows. */
  listing: Listing | null
  /** Whether the page was not there and an editor has just put it there: no build listed it. */
  isNew: boolean
}

/** Whether search engines are to come and look. What a new build only makes again is no news. */
export function isNews(former: FormerListing, listing: Listing): boolean {
  if (former.listing === null) return former.isNew && FOUND.test(listing)
  return former.listing !== listing && (FOUND.test(listing) || FOUND.test(former.listing))
}
