import type { Pixels } from '../../store/png.ts'

/** What the palette of a PNG file holds. */
const MAX_COLORS = 256

/**
 * Pixels of at most 256 colours: those that are used most stay, each other one becomes the nearest of
 * them. These others are rims of letters and lines. The same pixels give the same ones on every machine.
 */
export function reduceColors(pixels: Pixels): Pixels {
  const { rgba } = pixels
  const colors = new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const uses = new Map<number, number>()
  for (const color of colors) uses.set(color, (uses.get(color) ?? 0) + 1)
  if (uses.size <= MAX_COLORS) return pixels
  const byUse = [...uses].sort(([one, a], [other, b]) => b - a || one - other)
  const kept = byUse.slice(0, MAX_COLORS).map(([color]) => color)
  const replaced = new Map(kept.map((color) => [color, color]))
  for (const [color] of byUse.slice(MAX_COLORS)) replaced.set(color, nearest(color, kept))
  const reduced = colors.map((color) => replaced.get(color) ?? color)
  return { ...pixels, rgba: new Uint8Array(reduced.buffer) }
}

function nearest(color: number, others: readonly number[]): number {
  let [best = color] = others
  let least = Infinity
  for (const other of others) {
    const distance = distanceOf(color, other)
    if (distance < least) [best, least] = [other, distance]
  }
  return best
}

/** The square of the distance between two colours, each of whose bytes is one of four dimensions. */
function distanceOf(one: number, other: number): number {
  let sum = 0
  for (let bits = 0; bits < 32; bits += 8) {
    sum += (((one >> bits) & 0xff) - ((other >> bits) & 0xff)) ** 2
  }
  return sum
}
