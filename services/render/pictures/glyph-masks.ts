import { LRUCache } from 'lru-cache'
import { drawPixels } from './draw-svg.ts'
import type { Typeface } from './typeface.ts'

/** Places between two pixels at which a letter may begin. With fewer, gaps are seen to be uneven. */
export const STEPS = 4
/** Bytes of masks that a thread keeps: more than all letters of a language take in all sizes. */
const KEPT_BYTES = 8 * 1024 * 1024
/** Bytes that a mask takes beside its pixels, about. */
const OVERHEAD = 200

/** How much of each pixel a letter covers. */
export interface Mask {
  /** The left upper corner, in pixels right of where the letter begins and below its base line. */
  left: number
  top: number
  width: number
  height: number
  /** Row by row, from 0 to 255. */
  cover: Uint8Array
}

const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, cover: new Uint8Array() }

const kept = new LRUCache<string, Mask>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ cover }) => cover.length + OVERHEAD,
})

/**
 * Draws a letter once, however many pictures need it.
 *
 * @param size in pixels
 * @param step how far right of a pixel's edge the letter begins: 0 to `STEPS` - 1
 */
export function glyphMask(face: Typeface, glyph: number, size: number, step: number): Mask {
  const key = `${face.weight} ${glyph} ${size} ${step}`
  let mask = kept.get(key)
  if (!mask) {
    mask = drawMask(face, glyph, size, step / STEPS)
    kept.set(key, mask)
  }
  return mask
}

/** Each letter is drawn alone, so it looks the same whatever was drawn before. */
function drawMask(face: Typeface, glyph: number, size: number, shift: number): Mask {
  const box = face.inkBox(glyph)
  if (!box) return EMPTY
  const scale = size / face.unitsPerEm
  const left = Math.floor(shift + box.left * scale)
  const top = Math.floor(-box.top * scale)
  const width = Math.ceil(shift + box.right * scale) - left
  const height = Math.ceil(-box.bottom * scale) - top
  const shape = face.outline([{ id: glyph, x: 0, y: 0 }], { x: shift - left, y: -top, size })
  const { rgba } = drawPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`,
    width,
  )
  const cover = new Uint8Array(width * height)
  for (let at = 0; at < cover.length; at += 1) cover[at] = rgba[at * 4 + 3] ?? 0
  return { left, top, width, height, cover }
}
