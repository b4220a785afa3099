import type { Sharp, SharpOptions } from 'sharp'

/** Together more than any picture of a text needs; a small file may claim to have any number. */
const MAX_PIXELS = 12_500_000
/** What all of our formats can hold. */
const MAX_SIDE = 10_000

/** What libvips may read. It knows many more formats, which texts do not need. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Warnings are of no consequence for what readers see; many cameras cause some. */
const OPTIONS = { failOn: 'error', limitInputPixels: MAX_PIXELS } satisfies SharpOptions

let loading: Promise<(bytes: Buffer, options: SharpOptions) => Sharp> | undefined

/** Begins to work on a picture. The package is loaded with the first: most commands need none. */
export async function openRaster(bytes: Buffer, more: SharpOptions = {}): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // More threads than one need more memory, and win little.
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    return sharp
  })
  return (await loading)(bytes, { ...OPTIONS, ...more })
}

/** Pixels, of the picture as it stands upright. */
export interface RasterSize {
  width: number
  height: number
}

/** Why a picture cannot be used, and what to do about it. */
export interface UnusableRaster {
  message: string
  isTooLarge: boolean
}

const unusable = (message: string, isTooLarge = false): UnusableRaster => ({ message, isTooLarge })

/** Reads a picture to its end, whatever the name of its file says. */
export async function measureRaster(bytes: Buffer): Promise<RasterSize | UnusableRaster> {
  const facts = await readHeader(bytes)
  if (!facts) return unusable('is no picture that can be read: save it as PNG, JPEG, WebP or AVIF')
  const { width, height } = facts.autoOrient
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
    const message = `has ${width} × ${height} pixels: make it smaller, at most ${MAX_PIXELS / 1e6} million, and ${MAX_SIDE} on a side`
    return unusable(message, true)
  }
  if ((facts.pages ?? 1) > 1 || isAnimated(bytes)) {
    return unusable('moves: save one picture of it, which stands still')
  }
  try {
    const raster = await openRaster(bytes)
    // All of it is decoded for these few pixels.
    await raster.resize(8, 8, { fit: 'fill' }).raw().timeout({ seconds: 30 }).toBuffer()
    return { width, height }
  } catch {
    return unusable('is damaged or cut off: save it again')
  }
}

/** What a picture says of itself, however many pixels that are: nothing is decoded. */
async function readHeader(bytes: Buffer) {
  try {
    return await (await openRaster(bytes, { limitInputPixels: false })).metadata()
  } catch {
    return undefined
  }
}

/** Of moving PNG and AVIF files only the first picture would be read, without a word. */
function isAnimated(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096)
  const isPng = start.subarray(1, 4).toString('latin1') === 'PNG'
  return isPng
    ? start.subarray(0, Math.max(0, bytes.indexOf('IDAT'))).includes('acTL')
    : start.subarray(4, 12).toString('latin1') === 'ftypavis'
}
