import { describe, expect, test } from 'vitest'
import { decodePng } from '../../../tests/support/pages/decode-png.ts'
import { encodePng, isWholePng } from './png.ts'

const RED = [255, 0, 0, 255]
const NOTHING = [0, 0, 0, 0]
const few = {
  width: 3,
  height: 2,
  rgba: Uint8Array.from([RED, RED, NOTHING, RED, RED, RED].flat()),
}

describe('a PNG file', () => {
  test('has a palette for few colours', () => {
    expect(decodePng(encodePng(few))).toEqual({ width: 3, height: 2, type: 3, rgba: few.rgba })
  })

  test('has true colours for many, or on request', () => {
    expect(decodePng(encodePng(few, { palette: false }))).toMatchObject({
      type: 6,
      rgba: few.rgba,
    })
    const colors = Array.from({ length: 300 }, (_, at) => [at % 256, at >> 8, 7, 255])
    const many = { width: 300, height: 1, rgba: Uint8Array.from(colors.flat()) }
    expect(decodePng(encodePng(many))).toMatchObject({ type: 6, rgba: many.rgba })
  })

  test('converts premultiplied colours', () => {
    const rgba = Uint8Array.from([128, 64, 0, 128])
    expect(decodePng(encodePng({ width: 1, height: 1, rgba })).rgba).toEqual(
      Uint8Array.of(255, 128, 0, 128),
    )
  })

  test('is invalid when a byte of it is missing or changed', () => {
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
