import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../../services/content/markdown/render-markdown.ts'
import { drawPixels } from '../../../../services/render/server/pictures/draw-svg.ts'
import { CHART_KINDS } from '../../../../services/shared/charts/chart.ts'
import { textWidth } from '../../../../services/shared/charts/text-lines.ts'
import { LOCALES } from '../../../../services/shared/contracts/primitives.ts'

const TABLES = 10_000
/** Each picture is also drawn by a strict reader of XML, which takes longer. */
const DRAWN_EVERY = 25
const TIMEOUT_MS = 180_000

const WORDS = [
  ...['1 year', 'Year 7', '15 лет', '5. yıl', 'May 2, 2024', '2024-02-31', 'март 2024', '%17,5'],
  ...['$70,857', '−$3', '+5%', '0', '0.000001', '999999999999999', '−999999999999999', '42 629 ₽'],
  ...['1.5', '1,5', '12.345 TL', 'none', '', '–', '<b>&"\'', '\\|', '{#x}', 'İ', '\u200f', '😀'],
  ...['[5](<calc: 2 + 3>)', '**5**', '`5`', 'W'.repeat(60), 'long words '.repeat(9).trim()],
]
const numbers = fc
  .double({ min: -1e9, max: 1e9, noNaN: true })
  .map((value) => String(Math.round(value * 100) / 100))
const small = fc.integer({ min: 0, max: 40 }).map(String)
const long = fc
  .integer({ min: -1e14, max: 1e14 })
  .map((value) => `${value} shares of certain funds`)
const cells = fc.oneof(
  { weight: 6, arbitrary: small },
  { weight: 4, arbitrary: numbers },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
)
/** Most tables have numbers only, or nothing would be drawn. */
const columns = fc.oneof(
  { weight: 5, arbitrary: fc.constant(small) },
  { weight: 3, arbitrary: fc.constant(numbers) },
  { weight: 1, arbitrary: fc.constant(long) },
  { weight: 1, arbitrary: fc.constant(cells) },
)
const tables = fc
  .record({
    kind: fc.constantFrom(...CHART_KINDS),
    mark: fc.constantFrom('', ' mark=cross'),
    locale: fc.constantFrom(...LOCALES),
    width: fc.integer({ min: 2, max: 5 }),
    height: fc.integer({ min: 2, max: 12 }),
    firsts: fc.constantFrom('rising', 'cells'),
  })
  .chain(({ width, height, ...rest }) =>
    fc.record({
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, fc.constant(value)])),
      heads: fc.array(fc.constantFrom('a', 'b', ...WORDS), { minLength: width, maxLength: width }),
      rows: columns.chain((column) =>
        fc.array(fc.array(column, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      ),
      rest: fc.constant(rest),
    }),
  )

/** Where texts begin and end, as wide as in the widest font. */
function endsOfTexts(svg: string): { x: number; y: number }[] {
  const size = svg.includes('class="chart-wide"') ? 15 : 14
  const plain = svg.replaceAll(
    /<g class="(end|middle)">(.*?)<\/g>/g,
    (_, side: string, texts: string) => texts.replaceAll('<text ', `<text class="${side}" `),
  )
  const texts = plain.matchAll(
    /<(?:text|tspan)( class="(?:end|middle)")?[^>]* x="([^"]*)"[^>]*>([^<]*)</g,
  )
  return [...texts].flatMap(([, side = '', at = '', text = '']) => {
    const shown = text.replaceAll(/&\w+;/g, '&')
    const width = textWidth(shown, size)
    const part = side.includes('end') ? 1 : side.includes('middle') ? 0.5 : 0
    const x = Number(at) - width * part
    return [
      { x, y: 0 },
      { x: x + width, y: 0 },
    ]
  })
}

/** Places of everything in a picture, as its attributes and paths say them. */
function placesIn(svg: string): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = []
  for (const [, tag = ''] of svg.matchAll(/<((?:text|tspan|rect|circle)\b[^>]*)>/g)) {
    const of = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? 0)
    const [x, y] = [of('x') + of('cx'), of('y') + of('cy')]
    places.push({ x, y }, { x: x + of('width'), y: y + of('height') })
  }
  for (const [, path = ''] of svg.matchAll(/ d="([^"]*)"/g)) {
    let [x, y] = [0, 0]
    for (const [, command, one = '', , other = ''] of path.matchAll(
      /([MLHVhv])([-\d.e]+)([ ,]([-\d.e]+))?/g,
    )) {
      if (command === 'M' || command === 'L') [x, y] = [Number(one), Number(other)]
      if (command === 'H') x = Number(one)
      if (command === 'V') y = Number(one)
      if (command === 'h') x += Number(one)
      if (command === 'v') y += Number(one)
      places.push({ x, y })
    }
  }
  return places
}

test('10,000 random tables end in an error, or in pictures with everything inside of them', {
  timeout: TIMEOUT_MS,
}, () => {
  let drawn = 0
  let refused = 0
  fc.assert(
    fc.property(tables, ({ heads, rows, rest: { kind, mark, locale, firsts } }) => {
      const lines = rows.map((row, at) =>
        firsts === 'rising' ? [String(at), ...row.slice(1)] : row,
      )
      const source = [
        `: Caption {#t chart=${kind}${mark}}`,
        '',
        ...[heads, heads.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`),
      ].join('\n')
      const { html, outline } = renderMarkdown(source, 'T', locale)
      const mistake = outline.tables[0]?.chartMistake
      const pictures = html.match(/<svg[\s\S]*?<\/svg>/g) ?? []
      expect(pictures).toHaveLength(mistake === undefined ? 2 : 0)
      if (mistake !== undefined) refused += 1
      for (const svg of pictures) {
        expect(svg).not.toMatch(/NaN|Infinity|undefined|style=/)
        const [width = 0, height = 0] =
          /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? []
        const outside = [...placesIn(svg), ...endsOfTexts(svg)].filter(
          ({ x, y }) => !(x >= -1 && x <= width + 1 && y >= -1 && y <= height + 1),
        )
        expect(outside, source).toEqual([])
        drawn += 1
        if (drawn % DRAWN_EVERY === 0) {
          drawPixels(svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'), 64)
        }
      }
    }),
    { numRuns: TABLES },
  )
  // Neither of them is what happens to all tables.
  expect(drawn).toBeGreaterThan(TABLES / 5)
  expect(refused).toBeGreaterThan(TABLES / 5)
})
