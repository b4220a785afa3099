import type { PagePath } from '../contracts/primitives.ts'

/** Where texts name a picture: `/pictures/pay-stub.svg`. */
export const PICTURE_FOLDER = '/pictures/'

/** What a picture may be, by the ending of its address. */
export const PICTURE_TYPES = {
  svg: 'image/svg+xml',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const
export type PictureFormat = keyof typeof PICTURE_TYPES
/** The formats of pictures that are not drawings. */
export type RasterFormat = Exclude<PictureFormat, 'svg'>

/** How the names of files end that are not drawings. */
export const RASTER_ENDINGS = ['png', 'jpg', 'jpeg', 'webp', 'avif'] as const
export type RasterEnding = (typeof RASTER_ENDINGS)[number]
/** How the names of pictures end in texts. */
export const PICTURE_ENDINGS = ['svg', ...RASTER_ENDINGS] as const

/** Ends the name of a picture that is shown in the dark. */
export const DARK = '.dark'
/** What it is in addresses, whose only dot is that of the ending. No other name has two hyphens. */
const IN_ADDRESS = '--dark'

/** The names of pictures. One for the dark ends in `.dark`, and belongs to that without. */
export const PICTURE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.dark)?$/
const KEY_LENGTH = 12
const ADDRESS = new RegExp(
  `^${PICTURE_FOLDER}[a-z0-9]+(?:-[a-z0-9]+)*(?:--dark)?-[0-9a-f]{${KEY_LENGTH}}\\.(?:${Object.keys(PICTURE_TYPES).join('|')})$`,
)
const MAX_LENGTH = 160
/** Of a name, so that its address is not too long. */
export const MAX_PICTURE_NAME = 100

export interface PictureName {
  name: string
  /** Of the bytes, in hexadecimal digits. */
  sha256: string
  format: PictureFormat
}

/** Where a file of a picture is: another address whenever its bytes are others. */
export const picturePath = ({ name, sha256, format }: PictureName): PagePath =>
  `${PICTURE_FOLDER}${name.replace(DARK, IN_ADDRESS)}-${sha256.slice(0, KEY_LENGTH)}.${format}`

/** Whether a picture may be at this path; content knows whether one is. */
export const isPicturePath = (path: string): boolean =>
  path.length <= MAX_LENGTH && ADDRESS.test(path)

/** The name in the path of a picture, as `isPicturePath` knows it. */
export const pictureNameIn = (path: string): string =>
  path.slice(PICTURE_FOLDER.length, path.lastIndexOf('-')).replace(IN_ADDRESS, DARK)
