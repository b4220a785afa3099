import type { Locale } from '#shared/contracts/primitives.ts'
import { drawPixels } from './draw-svg.ts'
import type { Picture } from './picture.ts'
import { PICTURE_SIZE } from './picture-size.ts'
import { pictureSvg, type Typefaces } from './picture-svg.ts'
import { encodePng, type Pixels } from './png.ts'
import { loadTypeface } from './typeface.ts'

const typefaces = new Map<Locale, Typefaces>()

/** Draws a picture in this thread: about 25 ms, and twice that for the first one. */
export const drawPicture = async (picture: Picture): Promise<Buffer> =>
  encodePng(await drawPicturePixels(picture))

/** The same pixels for the same picture, on every machine. */
export async function drawPicturePixels(picture: Picture): Promise<Pixels> {
  const { locale } = picture
  const faces = typefaces.get(locale) ?? {
    bold: loadTypeface('bold', locale),
    regular: loadTypeface('regular', locale),
  }
  typefaces.set(locale, faces)
  return drawPixels(pictureSvg(picture, faces), PICTURE_SIZE.width)
}
