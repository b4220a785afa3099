import type { PagePath } from '../contracts/primitives.ts'

/** Where texts name a picture: `/pictures/pay-stub.svg`. */
export const PICTURE_FOLDER = '/pictures/'

/** Ends the name of a picture that is shown in the dark. */
export const DARK = '.dark'
/** What it is in addresses, whose only dot is that of the ending. No other name has two hyphens. */
const IN_ADDRESS = '--dark'

/** The names of pictures. One for the dark ends in `.dark`, and belongs to that without. */
export const PICTURE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.dark)?$/
const KEY_LENGTH = 12
const ADDRESS = new RegExp(
  `^${PICTURE_FOLDER}[a-z0-9]+(?:-[a-z0-9]+)*(?:--dark)?-[0-9a-f]{${KEY_LENGTH}}\\.svg$`,
)
const MAX_LENGTH = 160
/** Of a name, so that its address is not too long. */
export const MAX_PICTURE_NAME = 100

export interface PictureName {
  name: string
  /** Of the bytes, in hexadecimal digits. */
  sha256: string
}

/** Where the file of a picture is: another address whenever its bytes are others. */
export const picturePath = ({ name, sha256 }: PictureName): PagePath =>
  `${PICTURE_FOLDER}${name.replace(DARK, IN_ADDRESS)}-${sha256.slice(0, KEY_LENGTH)}.svg`

/** Whether a picture may be at this path; content knows whether one is. */
export const isPicturePath = (path: string): boolean =>
  path.length <= MAX_LENGTH && ADDRESS.test(path)

/** The name in the path of a picture, as `isPicturePath` knows it. */
export const pictureNameIn = (path: string): string =>
  path.slice(PICTURE_FOLDER.length, path.lastIndexOf('-')).replace(IN_ADDRESS, DARK)
