import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodePng, isWholePng } from './png.ts'

/** Of 8 bits, with rows that are as they are. */
function decode(png: Buffer) {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const raw = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const rowLength = raw.length / height
  const rows = Array.from({ length: height }, (_, y) =>
    raw.subarray(y * rowLength + 1, (y + 1) * rowLength),
  )
  const bytes = Buffer.concat(rows)
  const [palette, alpha] = [chunks.get('PLTE'), chunks.get('tRNS')]
  const rgba = palette
    ? [...bytes].flatMap((index) => [
        ...palette.subarray(index * 3, index * 3 + 3),
        alpha?.[index] ?? 255,
      ])
    : [...bytes]
  return { width, height, type: header[9], rgba }
}

const RED = [255, 0, 0, 255]
const NOTHING = [0, 0, 0, 0]
const few = {
  width: 3,
  height: 2,
  rgba: Uint8Array.from([RED, RED, NOTHING, RED, RED, RED].flat()),
}

describe('a PNG file', () => {
  test('names few colours by a palette', () => {
    expect(decode(encodePng(few))).toEqual({ width: 3, height: 2, type: 3, rgba: [...few.rgba] })
  })

  test('has many colours, or those that want no palette, as they are', () => {
    expect(decode(encodePng(few, { palette: false }))).toMatchObject({
      type: 6,
      rgba: [...few.rgba],
    })
    const colors = Array.from({ length: 300 }, (_, at) => [at % 256, at >> 8, 7, 255])
    const many = { width: 300, height: 1, rgba: Uint8Array.from(colors.flat()) }
    expect(decode(encodePng(many))).toMatchObject({ type: 6, rgba: [...many.rgba] })
  })

  test('takes colours that are multiplied by alpha apart again', () => {
    const rgba = Uint8Array.from([128, 64, 0, 128])
    expect(decode(encodePng({ width: 1, height: 1, rgba })).rgba).toEqual([255, 128, 0, 128])
  })

  test('is not whole when a byte of it is missing or another one', () => {
    const png = encodePng(few)
    expect(isWholePng(png)).toBe(true)
    expect(isWholePng(Buffer.concat([png, Buffer.alloc(1)]))).toBe(false)
    for (let at = 0; at < png.length; at += 1) {
      expect(isWholePng(png.subarray(0, at)), `cut at ${at}`).toBe(false)
      const damaged = Buffer.from(png)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(isWholePng(damaged), `damaged at ${at}`).toBe(false)
    }
  })
})
