import type { SiteConstants } from '#shared/contracts/site.ts'
import { FEED_SIZE } from '../addresses/lists.ts'

/** Enough for every block of the home page, even if the blocks above it have taken all the others. */
export const enoughForHome = (
  {
    topNotch,
    perCategoryOnHome,
    favorites,
  }: Pick<SiteConstants, 'topNotch' | 'perCategoryOnHome' | 'favorites'>,
  categories: number,
) => topNotch + categories * perCategoryOnHome + favorites

/** Enough for the favorites of a list, even if its front, of less than two pages, has all others. */
export const enoughForFavorites = ({
  favorites,
  pageSize,
}: Pick<SiteConstants, 'favorites' | 'pageSize'>) => favorites + 2 * pageSize

/** How many articles a list gains before those who choose favorites from it look at it again. */
export const FAVORITES_STEP = 12

/** The newest articles of a list from which anything is chosen: home page, feed or favorites. */
export const newestNeeded = (constants: SiteConstants, categories: number) =>
  Math.max(
    constants.more,
    FEED_SIZE,
    enoughForHome(constants, categories),
    enoughForFavorites(constants) + FAVORITES_STEP,
  )
