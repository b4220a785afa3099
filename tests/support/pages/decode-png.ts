import { inflateSync } from 'node:zlib'

const PALETTE_TYPE = 3

/** Decodes a PNG file of 8 bits with unfiltered rows. */
export function decodePng(png: Buffer) {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height, type] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]]
  const raw = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const rowLength = raw.length / height
  const rows = Array.from({ length: height }, (_, y) =>
    raw.subarray(y * rowLength + 1, (y + 1) * rowLength),
  )
  const bytes = Buffer.concat(rows)
  if (type !== PALETTE_TYPE) return { width, height, type, rgba: Uint8Array.from(bytes) }

  const [palette = Buffer.alloc(0), alpha] = [chunks.get('PLTE'), chunks.get('tRNS')]
  const rgba = new Uint8Array(bytes.length * 4)
  for (const [at, index] of bytes.entries()) {
    rgba.set(palette.subarray(index * 3, index * 3 + 3), at * 4)
    rgba[at * 4 + 3] = alpha?.[index] ?? 255
  }
  return { width, height, type, rgba }
}
