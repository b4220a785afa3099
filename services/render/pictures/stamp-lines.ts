import { type IndexedPixels, MAX_COLORS } from '../store/png.ts'
import { glyphMask, type Mask, STEPS } from './glyph-masks.ts'
import type { Line } from './picture-svg.ts'

interface PlacedMask {
  mask: Mask
  /** The left upper corner, in pixels. */
  left: number
  top: number
}

/**
 * Puts lines of text onto a picture that is opaque. Letters come from masks, so they are up to an
 * eighth of a pixel beside their places, and lines up to half a pixel above or below theirs.
 *
 * @param stamped becomes the rows of the result: new memory for each picture takes a fifth longer
 * @returns `undefined` for the few texts that have to be drawn as outlines: those that reach beyond
 * the picture, and those that need more colours than a palette holds, since many letters overlap
 */
export function stampLines(
  { width, height, palette, rows }: IndexedPixels,
  lines: readonly Line[],
  stamped: Buffer = Buffer.alloc(rows.length),
): IndexedPixels | undefined {
  rows.copy(stamped)
  const colors = [...palette]
  const indexes = new Map(colors.map((color, index) => [color, index]))
  function indexOf(color: number): number {
    const known = indexes.get(color)
    if (known !== undefined) return known
    indexes.set(color, colors.length)
    return colors.push(color) - 1
  }

  /** By what is there and how much of it is covered: what is there then; 0 if not yet known. */
  const inked = new Uint8Array(MAX_COLORS << 8)

  function stamp({ mask, left, top }: PlacedMask, ink: number): void {
    const { cover } = mask
    let from = 0
    for (let row = top; row < top + mask.height; row += 1) {
      let to = row * (width + 1) + 1 + left
      for (const end = to + mask.width; to < end; to += 1, from += 1) {
        const covered = cover[from] ?? 0
        if (covered === 0) continue
        const under = stamped[to] ?? 0
        const key = (under << 8) | covered
        inked[key] ||= indexOf(mix(colors[under] ?? 0, ink, covered))
        stamped[to] = inked[key] ?? 0
      }
    }
  }

  for (const line of lines) {
    const ink = Buffer.from(`${line.color.slice(1)}ff`, 'hex').readInt32LE()
    inked.fill(0)
    for (const placed of placeMasks(line)) {
      const { mask, left, top } = placed
      const right = left + mask.width
      const bottom = top + mask.height
      if (left < 0 || top < 0 || right > width || bottom > height) return undefined
      stamp(placed, ink)
    }
  }
  // Numbers that no byte holds have been cut, but then nobody gets to see the picture.
  return colors.length > MAX_COLORS ? undefined : { width, height, palette: colors, rows: stamped }
}

const placeMasks = ({ text, face, x, y, size }: Line): PlacedMask[] =>
  face.glyphs(text).map((glyph) => {
    const scale = size / face.unitsPerEm
    const place = Math.round((x + glyph.x * scale) * STEPS)
    const column = Math.floor(place / STEPS)
    const mask = glyphMask(face, glyph.id, size, place - column * STEPS)
    const row = Math.round(y - glyph.y * scale)
    return { mask, left: column + mask.left, top: row + mask.top }
  })

/** A colour that is partly covered by another, rounded as the renderer of SVG does. */
function mix(under: number, over: number, cover: number): number {
  let mixed = 0
  for (const shift of [0, 8, 16, 24]) {
    const [a, b] = [(under >> shift) & 0xff, (over >> shift) & 0xff]
    mixed |= ((a * (255 - cover) + b * cover + 255) >> 8) << shift
  }
  return mixed
}
