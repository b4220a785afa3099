import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** WCAG 2: of lines and bars, and of the names in their colours. */
const GRAPHICS = 3
const TEXT = 4.5
const PAPER = ['#ffffff', '#0f1613'] as const

const chart = await readFile(new URL('chart.css', import.meta.url), 'utf8')
const tokens = await readFile(new URL('tokens.css', import.meta.url), 'utf8')

function colorsOf(series: number): string[] {
  const said = new RegExp(`--series-${series}: ([^;]+);`).exec(chart)?.[1] ?? ''
  const token = /^var\(--(\w+)\)$/.exec(said)?.[1]
  const value = token ? new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1] : said
  return value?.match(/#\w{6}/g) ?? []
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\w\w/g) ?? [])
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each([1, 2, 3, 4])(
  'the colour of column %d, of lines and of names, is seen on the page',
  (series) => {
    const colors = colorsOf(series)
    expect(colors).toHaveLength(2)
    for (const [scheme, color] of colors.entries()) {
      expect(contrast(color, PAPER[scheme] ?? '')).toBeGreaterThan(Math.max(GRAPHICS, TEXT))
    }
  },
)

test('each line has dashes or a thickness of its own', () => {
  const looks = [1, 2, 3, 4, 5, 6, 7, 8].map((series) => {
    const dashes = new RegExp(`\\.line\\.s${series} \\{\\s*stroke-dasharray: ([^;]+)`).exec(
      chart,
    )?.[1]
    return `${dashes ?? 'solid'} ${series > 4 ? 'thin' : 'thick'}`
  })
  expect(new Set(looks).size).toBe(8)
})
