import type { Locale } from '#shared/contracts/primitives.ts'
import { PICTURE_SIZE, type Picture } from '../../documents/picture.ts'
import { encodePng } from '../../store/png.ts'
import { drawPixels } from './draw-svg.ts'
import { pictureSvg, type Typefaces } from './picture-svg.ts'
import { reduceColors } from './reduce-colors.ts'
import { loadTypeface } from './typeface.ts'

const typefaces = new Map<Locale, Typefaces>()

/**
 * Draws a picture in this thread: about 12 ms. The same picture has the same pixels on every machine,
 * whatever was drawn before.
 */
export const drawPicture = (picture: Picture): Buffer =>
  encodePng(
    reduceColors(drawPixels(pictureSvg(picture, facesOf(picture.locale)), PICTURE_SIZE.width)),
  )

function facesOf(locale: Locale): Typefaces {
  const faces = typefaces.get(locale) ?? {
    bold: loadTypeface('bold', locale),
    regular: loadTypeface('regular', locale),
  }
  typefaces.set(locale, faces)
  return faces
}
