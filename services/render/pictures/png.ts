import { crc32, deflateSync } from 'node:zlib'

/**
 * The part of PNG that pictures need. Ours have few colours, and a palette of them takes less than
 * half of the bytes that the renderer's own encoder does, and no more time.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length and name before the data of a chunk, a checksum after it; in bytes. */
const CHUNK_START = 8
const CHUNK_END = 4
const MAX_PALETTE = 256
const PALETTE_TYPE = 3
const RGBA_TYPE = 6

export interface Pixels {
  width: number
  height: number
  /** Red, green, blue and alpha; the first three are multiplied by the last. */
  rgba: Uint8Array
}

interface PngOptions {
  /** Of zlib: above 6 a tenth of the bytes costs ten times the time. */
  level?: number
  /** Whether colours are named by a palette where there are few enough. */
  palette?: boolean
}

/** Loses nothing. */
export function encodePng(
  { width, height, rgba }: Pixels,
  { level = 6, palette: mayIndex = true }: PngOptions = {},
): Buffer {
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  const palette = mayIndex ? indexColors(colors) : undefined
  const rows = palette ? palette.indices : straight(rgba)
  const bytesPerRow = rows.length / height
  const raw = Buffer.alloc(rows.length + height)
  for (let y = 0; y < height; y += 1) {
    // The byte that stays 0 before each row says that it is as it is.
    raw.set(rows.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1)
  }

  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, palette ? PALETTE_TYPE : RGBA_TYPE], 8)
  const chunks = [chunk('IHDR', header)]
  if (palette) {
    const list = straight(new Uint8Array(palette.colors.buffer))
    const opaque = list.filter((_byte, at) => at % 4 !== 3)
    const alpha = list.filter((_byte, at) => at % 4 === 3)
    chunks.push(chunk('PLTE', opaque))
    if (alpha.some((value) => value < 255)) chunks.push(chunk('tRNS', alpha))
  }
  const data = deflateSync(raw, { level, memLevel: 9 })
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Whether bytes are a PNG file from its beginning to its end, undamaged. */
export function isWholePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  for (let at = SIGNATURE.length; at + CHUNK_START + CHUNK_END <= bytes.length; ) {
    const end = at + CHUNK_START + bytes.readUInt32BE(at)
    if (end + CHUNK_END > bytes.length) return false
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false
    const name = bytes.toString('latin1', at + 4, at + CHUNK_START)
    at = end + CHUNK_END
    if (name === 'IEND') return at === bytes.length
  }
  return false
}

function chunk(name: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(CHUNK_START + data.length + CHUNK_END)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  bytes.set(data, CHUNK_START)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -CHUNK_END)), bytes.length - CHUNK_END)
  return bytes
}

/** @returns `undefined` when there are more colours than a palette holds */
function indexColors(
  pixels: Uint32Array,
): { colors: Uint32Array; indices: Uint8Array } | undefined {
  const indices = new Uint8Array(pixels.length)
  const known = new Map<number, number>()
  let color = -1
  let index = 0
  for (let at = 0; at < pixels.length; at += 1) {
    const next = pixels[at] ?? 0
    // Most pixels are like the one before.
    if (next !== color) {
      color = next
      index = known.get(color) ?? known.size
      if (index === MAX_PALETTE) return undefined
      known.set(color, index)
    }
    indices[at] = index
  }
  return { colors: Uint32Array.from(known.keys()), indices }
}

/** The same pixels, with colours that are not multiplied by alpha. */
function straight(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, at) => {
    const alpha = rgba[at - (at % 4) + 3] ?? 255
    return at % 4 === 3 || alpha === 0 ? value : Math.round((value * 255) / alpha)
  })
}
