import { expect, test } from 'vitest'
import { reduceColors } from './reduce-colors.ts'

const picture = (colors: readonly number[]) => ({
  width: colors.length,
  height: 1,
  rgba: new Uint8Array(Int32Array.from(colors).buffer),
})
const colorsOf = ({ rgba }: { rgba: Uint8Array }) => [...new Int32Array(rgba.buffer)]
/** An opaque colour. */
const opaque = (blue: number) => (0xff << 24) | (blue << 16)

test('256 colours stay as they are', () => {
  const colors = Array.from({ length: 256 }, (_, blue) => opaque(blue))
  expect(colorsOf(reduceColors(picture(colors)))).toEqual(colors)
})

test('of 257 the one that is used least becomes the nearest of the others', () => {
  const rare = opaque(100) | 1
  const colors = Array.from({ length: 256 }, (_, blue) => opaque(blue))
  const reduced = colorsOf(reduceColors(picture([...colors, ...colors, rare])))
  expect(reduced).toEqual([...colors, ...colors, opaque(100)])
})
