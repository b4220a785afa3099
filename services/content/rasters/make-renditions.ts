import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { RasterFormat } from '#shared/addresses/picture-address.ts'
import { openRaster } from './open-raster.ts'

/** One of the files that readers get of a picture. */
export interface Rendition {
  format: RasterFormat
  /** Pixels. */
  width: number
  height: number
  bytes: Buffer
}

/** Widths in pixels; a picture is never made wider than it is. */
interface Recipe {
  /** Each as AVIF and as WebP. */
  widths: readonly number[]
  /** Once more, as JPEG or, where it is transparent, PNG: for what knows neither of those. */
  fallback: number
}

/** What a picture is for says which sizes it is made in. */
export const RECIPES = {
  /** In the column of texts, 34 letters wide: on phones and in windows, also on sharp screens. */
  picture: { widths: [560, 800, 1_120], fallback: 800 },
  /** Beside names: at most 112 pixels, on sharp screens three times as many. */
  portrait: { widths: [112, 224, 336], fallback: 224 },
} as const satisfies Record<string, Recipe>
export type RasterUse = keyof typeof RECIPES

/** Increase it with every change to what is made of a picture: imports then make all again. */
const VERSION = 1

/** Names what is made of a picture: another name whenever the picture, or how it is made, differs. */
export const sourceKey = (bytes: Buffer, use: RasterUse): string =>
  createHash('sha256').update(`${use} ${VERSION}\n`).update(bytes).digest('hex')

const ENCODE = {
  avif: (raster) => raster.avif({ quality: 60, effort: 4 }),
  webp: (raster) => raster.webp({ quality: 80, smartSubsample: true }),
  jpg: (raster) => raster.jpeg({ quality: 80, mozjpeg: true }),
  png: (raster) => raster.png({ palette: true, effort: 7 }),
} satisfies Record<RasterFormat, (raster: Sharp) => Sharp>

/**
 * Makes what readers get of a picture: upright, in the colours that all screens know, and without what a
 * camera wrote into it. Works in threads of its own.
 *
 * @param bytes a picture that `measureRaster` could read
 * @throws {Error} when it takes too long
 */
export async function makeRenditions(bytes: Buffer, use: RasterUse): Promise<Rendition[]> {
  const { widths, fallback }: Recipe = RECIPES[use]
  const { width: full, height } = (await (await openRaster(bytes)).metadata()).autoOrient
  // The original is decoded once: that takes the most memory.
  const largest = (await openRaster(bytes))
    .autoOrient()
    .resize({ width: Math.max(...widths), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: 60 })
  const { data: pixels, info: raw } = await largest.toBuffer({ resolveWithObject: true })
  const { isOpaque } = await (await openRaster(pixels, { raw })).stats()
  const sizes = new Set(widths.map((width) => Math.min(width, full)))
  const wanted: [RasterFormat, number][] = [
    ...[...sizes].flatMap((width): [RasterFormat, number][] => [
      ['avif', width],
      ['webp', width],
    ]),
    [isOpaque ? 'jpg' : 'png', Math.min(fallback, full)],
  ]
  const sizeAt = (width: number) => ({
    width,
    height: Math.max(1, Math.round((width * height) / full)),
    fit: 'fill' as const,
  })
  const made: Rendition[] = []
  for (const [format, width] of wanted) {
    const raster = (await openRaster(pixels, { raw })).resize(sizeAt(width))
    const encoded = ENCODE[format](raster).timeout({ seconds: 60 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    made.push({ format, width: info.width, height: info.height, bytes: data })
  }
  return made
}
