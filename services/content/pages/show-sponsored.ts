import type { Sponsored } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import type { PageScope } from './page-scope.ts'

/** The ads of the page's own path or, where it has none, those of all paths without ads. */
export function showSponsored(
  { ads, newPathAd, reads }: PageScope,
  path: PagePath,
): { sponsored?: Sponsored } {
  reads(tags.ads(path))
  const links = ads.get(path)
  if (links) return { sponsored: { links } }

  reads(tags.ads('*'))
  const isEmpty = newPathAd.links.length === 0 && newPathAd.comment === undefined
  return isEmpty ? {} : { sponsored: newPathAd }
}
