import { describe, expect, test } from 'vitest'
import { decodePng } from '../../../tests/support/decode-png.ts'
import { encodeIndexed, indexColors, type Pixels } from '../store/png.ts'
import { drawPixels } from './draw-svg.ts'
import type { Line } from './picture-svg.ts'
import { stampLines } from './stamp-lines.ts'
import { loadTypeface } from './typeface.ts'

const [WIDTH, HEIGHT] = [1200, 120]
const bold = loadTypeface('bold', 'ru_RU')
const line: Line = { text: '', face: bold, color: '#f4faf6', x: 40, y: 80, size: 40 }

function drawn(lines: readonly Line[]): Pixels {
  const letters = lines.map(({ text, face, color, ...place }) => {
    return `<g fill="${color}">${face.outline(face.glyphs(text), place)}</g>`
  })
  return drawPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#0d4a38"/>${letters.join('')}</svg>`,
    WIDTH,
  )
}

function stamped(lines: readonly Line[]): Pixels | undefined {
  const ground = indexColors(drawn([]))
  const pixels = ground && stampLines(ground, lines)
  return pixels && decodePng(encodeIndexed(pixels))
}

/** How much the bytes of stamped lines differ from those of drawn ones. */
function compare(lines: readonly Line[]): { largest: number; mean: number } {
  const [a, b] = [drawn(lines).rgba, stamped(lines)?.rgba]
  let [largest, sum] = [0, 0]
  for (const [at, byte] of a.entries()) {
    const difference = Math.abs(byte - (b?.[at] ?? 0))
    largest = Math.max(largest, difference)
    sum += difference
  }
  return { largest, mean: sum / a.length }
}

/** The renderer tells so many steps between two colours apart. */
const STEPS_OF_COLOR = 16

describe('lines of text that are stamped', () => {
  test.each([0, 0.25, 0.5, 0.75])('are of the letters that are drawn, %s pixels on', (on) => {
    for (const size of [82, 50, 34]) {
      const letters = [...'AgjQЖщЙğİş%€«½'].map((text, at) => {
        return { ...line, text, size, x: 40 + on + at * 80 }
      })
      expect(compare(letters).largest, `${size}`).toBeLessThanOrEqual(255 / STEPS_OF_COLOR)
    }
  })

  test.each([
    'AVAVA To. office fjord “5% (or £6)…”',
    'Съешь ещё этих булок: «ЁЖ № 5» — подъезд, Й',
    'Pijamalı hasta yağız şoföre ĞÜŞİÖÇ',
    'q\u0307 x\u0301\u0302 Ấ Ậ',
  ])('look as they do when they are drawn: %s', (text) => {
    // Edges are where letters are less than a pixel from their place.
    expect(compare([{ ...line, text }]).mean).toBeLessThan(1)
  })

  test('keep what is below them, and each its colour', () => {
    const lines = [line, { ...line, color: '#e0a63a', x: 45 }].map((one) => ({ ...one, text: 'W' }))
    expect(compare(lines).largest).toBeLessThanOrEqual(255 / STEPS_OF_COLOR)
  })

  test('are refused where they reach beyond an edge', () => {
    expect(stamped([{ ...line, text: 'W'.repeat(40) }])).toBeUndefined()
    expect(stamped([{ ...line, text: 'W', x: -1 }])).toBeUndefined()
    expect(stamped([{ ...line, text: 'Q', y: HEIGHT }])).toBeUndefined()
    expect(stamped([{ ...line, text: 'Ấ', y: 20 }])).toBeUndefined()
  })

  test('are refused when they need more colours than a palette has', () => {
    const colors = Array.from({ length: 40 }, (_, at) => `#ff00${(at + 16).toString(16)}`)
    const lines = colors.map((color, at) => ({ ...line, text: 'O', color, x: 10 + at * 20.5 }))
    expect(stamped(lines.slice(0, 5))).toBeDefined()
    expect(stamped(lines)).toBeUndefined()
  })
})
