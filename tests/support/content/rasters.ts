import sharp, { type Metadata } from 'sharp'

export interface Drawn {
  width?: number
  height?: number
  /** How the camera was held: 6 is on its side, so that width and height change places. */
  orientation?: number
}

/** What a camera writes into its files, that must not be published. */
const CAMERA = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } }

/** A picture whose left half is red and whose right half is blue, as a camera stores it. */
export const drawPhoto = ({ width = 1_600, height = 1_200, orientation = 1 }: Drawn = {}) =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([
      {
        input: {
          create: { width: Math.ceil(width / 2), height, channels: 3, background: 'red' },
        },
        gravity: 'west',
      },
    ])
    .withExif(CAMERA)
    .withMetadata({ orientation, exif: CAMERA })
    .jpeg()

/** The same as a PNG file, such as that of a screenshot; `dark` has other colours. */
export const drawScreenshot = (size: Drawn = {}, { dark = false } = {}) =>
  drawPhoto(size)
    .toBuffer()
    .then((bytes) => (dark ? sharp(bytes).negate() : sharp(bytes)).png().toBuffer())

/** A moving picture of two frames. */
export const drawMoving = (format: 'webp' | 'gif') =>
  sharp(Buffer.concat([Buffer.alloc(48, 0), Buffer.alloc(48, 255)]), {
    raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
  })
    [format]({ loop: 0, delay: [100, 100] })
    .toBuffer()

/** A picture of so few bytes that it looks harmless, and of very many pixels. */
export const drawBomb = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** What a file says of itself besides its pixels. */
export const factsOf = (bytes: Buffer): Promise<Metadata> => sharp(bytes).metadata()

/** Red, green and blue at a place, each from 0 to 255. */
export async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}
