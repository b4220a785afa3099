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

/** The beginning of a JPEG file, which contains the picture's size. */
export function jpegOf({ width = 240, height = 240 }: Size = {}): Buffer {
  const app = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([app, frame, Buffer.from('ffd9', 'hex')])
}

/** The same for a WebP file. */
export function webpOf({ width = 240, height = 240 }: Size = {}): Buffer {
  const file = Buffer.from('RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.writeUIntLE(width - 1, 24, 3)
  file.writeUIntLE(height - 1, 27, 3)
  return file
}
