import type { Locale } from '#shared/contracts/primitives.ts'
import { PICTURE_SIZE, type Picture } from '../documents/picture.ts'
import { encodeIndexed, encodePng, type IndexedPixels, indexColors } from '../store/png.ts'
import { drawPixels } from './draw-svg.ts'
import { layOut, pictureSvg, type Typefaces } from './picture-svg.ts'
import { stampLines } from './stamp-lines.ts'
import { loadTypeface } from './typeface.ts'

/** What all articles of a site have in common. */
interface Ground {
  svg: string
  /** None when it has too many colours for a palette. */
  pixels: IndexedPixels | undefined
  /** The rows of the picture that was drawn on it last. */
  rows: Buffer
}

const typefaces = new Map<Locale, Typefaces>()
let lastGround: Ground | undefined

/**
 * Draws a picture in this thread: about 3 ms, and more until the letters are known. The same picture
 * has the same pixels on every machine, whatever was drawn before.
 */
export function drawPicture(picture: Picture): Buffer {
  const layout = layOut(picture, facesOf(picture.locale))
  const { pixels: ground, rows } = drawGround(pictureSvg({ ...layout, lines: [] }))
  const pixels = ground && stampLines(ground, layout.lines, rows)
  return pixels
    ? encodeIndexed(pixels)
    : encodePng(drawPixels(pictureSvg(layout), PICTURE_SIZE.width))
}

function facesOf(locale: Locale): Typefaces {
  const faces = typefaces.get(locale) ?? {
    bold: loadTypeface('bold', locale),
    regular: loadTypeface('regular', locale),
  }
  typefaces.set(locale, faces)
  return faces
}

function drawGround(svg: string): Ground {
  if (svg !== lastGround?.svg) {
    const pixels = indexColors(drawPixels(svg, PICTURE_SIZE.width))
    lastGround = { svg, pixels, rows: Buffer.alloc(pixels?.rows.length ?? 0) }
  }
  return lastGround
}
