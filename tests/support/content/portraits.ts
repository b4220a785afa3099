import sharp from 'sharp'
import { encodePng } from '../../../services/render/store/png.ts'

interface Size {
  width?: number
  height?: number
}

/** A PNG file of one colour; another shade gives other bytes. */
export function drawPortrait({
  width = 240,
  height = 240,
  shade = 90,
}: Size & { shade?: number } = {}): Buffer {
  const rgba = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < rgba.length; at += 4) rgba[at] = shade
  return encodePng({ width, height, rgba })
}

/** The same as JPEG and as WebP. */
export const jpegOf = (size: Size = {}) => sharp(drawPortrait(size)).jpeg().toBuffer()
export const webpOf = (size: Size = {}) => sharp(drawPortrait(size)).webp().toBuffer()
