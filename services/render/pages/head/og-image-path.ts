import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { pictureOf } from '../../pictures/picture.ts'
import { pictureAddress, pictureName } from '../../pictures/picture-address.ts'
import { PICTURE_SIZE } from '../../pictures/picture-size.ts'

/** What every picture of a page is. */
export const OG_IMAGE = { ...PICTURE_SIZE, type: 'image/png' } as const

/**
 * Where the picture of a page is, which other sites show beside a link to it. Draws nothing: that
 * is done when somebody asks for it.
 */
export const ogImagePath = (page: Page, shell: Pick<Shell, 'site'>): string =>
  pictureAddress(pictureName(pictureOf(page, shell)))
