import { hash } from 'node:crypto'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { PICTURES_FOR_OTHERS } from '#shared/http/security-headers.ts'
import { type Picture, pictureOf } from './picture.ts'

/**
 * Increase it with every change to the look of pictures: other sites keep them for ever by their
 * address. A test fails if that is forgotten.
 */
export const DESIGN = 4

const EXTENSION = '.png'
const KEY_LENGTH = 12
const NAME = new RegExp(`^([a-z0-9]+(?:-[a-z0-9]+)*)-[0-9a-f]{${KEY_LENGTH}}$`)
const MAX_NAME = 120 + 1 + KEY_LENGTH

/** `{subject}-{key}`; the key changes with everything that is drawn. */
export function pictureName(picture: Picture): string {
  const drawn = JSON.stringify([DESIGN, picture])
  return `${picture.subject}-${hash('sha256', drawn).slice(0, KEY_LENGTH)}`
}

/** The address of a picture, a different one whenever it would look different. */
export const pictureAddress = (name: string) => `${PICTURES_FOR_OTHERS}${name}${EXTENSION}`

/**
 * The address of a page's picture, which other sites show beside a link to the page. Draws nothing:
 * the picture is drawn when it is first requested.
 */
export const ogImagePath = (page: Page, shell: Pick<Shell, 'site'>): string =>
  pictureAddress(pictureName(pictureOf(page, shell)))

/**
 * @param address as requested, without a query
 * @returns `undefined` for an address that no picture can have
 */
export function parsePictureAddress(
  address: string,
): { name: string; subject: string } | undefined {
  if (!address.startsWith(PICTURES_FOR_OTHERS) || !address.endsWith(EXTENSION)) return undefined
  const name = address.slice(PICTURES_FOR_OTHERS.length, -EXTENSION.length)
  const [, subject] = (name.length <= MAX_NAME && NAME.exec(name)) || []
  return subject === undefined ? undefined : { name, subject }
}
