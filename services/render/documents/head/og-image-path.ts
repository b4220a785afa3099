import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { pictureOf } from '../picture.ts'
import { pictureAddress, pictureName } from '../picture-address.ts'
import { PICTURE_SIZE } from '../picture-size.ts'

/** Properties of every page's picture. */
export const OG_IMAGE = { ...PICTURE_SIZE, type: 'image/png' } as const

/**
 * The address of a page's picture, which other sites show beside a link to the page. Draws nothing:
 * the picture is drawn when it is first requested.
 */
export const ogImagePath = (page: Page, shell: Pick<Shell, 'site'>): string =>
  pictureAddress(pictureName(pictureOf(page, shell)))
