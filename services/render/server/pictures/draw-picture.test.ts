import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodePng } from '../../../../tests/support/pages/decode-png.ts'
import type { Picture } from '../../documents/picture.ts'
import { DESIGN } from '../../documents/picture-address.ts'
import { COLORS } from './colors.ts'
import { drawPicture } from './draw-picture.ts'
import { MARK } from './mark.ts'
import { pictureSvg } from './picture-svg.ts'
import { loadTypeface } from './typeface.ts'

const article: Picture = {
  kind: 'article',
  subject: 'what-a-bond-is',
  locale: 'en_US',
  siteTitle: 'Finlore',
  section: 'Bonds',
  title: 'What a bond is, and what it is not',
  author: 'Eleanor Whitcombe',
}
const site: Picture = {
  kind: 'site',
  subject: 'site',
  locale: 'en_US',
  siteTitle: 'Finlore',
}
/** With everything that a chart has. */
const CHART = [
  '<svg class="chart-wide" viewBox="0 0 640 300"></svg>',
  '<svg class="chart-narrow" viewBox="0 0 320 220" width="320" height="220" aria-hidden="true">',
  '<path class="grid" d="M26 98H292M26 14H292"/><g class="end"><text x="18" y="103">10</text></g>',
  '<path class="line s1" d="M26,182L159,161L292,148"/><path class="dots s1" d="M26 182h0"/>',
  '<rect class="bar s2" x="26" y="190" width="60" height="12"/>',
  '<text class="name s1" x="300" y="140">A &amp; B<tspan x="300" dy="17.5">18</tspan></text></svg>',
].join('')
const charted: Picture = { ...article, chart: CHART }

/** The look of an article's picture, the site's, and since the fourth design one with a chart: hashes of their pixels. */
const LOOKS: Readonly<Record<number, readonly string[]>> = {
  1: ['41248ae1963e8113', '769355c01a4dcbd8'],
  2: ['80e832bcf3ad7c59', '769355c01a4dcbd8'],
  // That of the first again.
  3: ['41248ae1963e8113', '769355c01a4dcbd8'],
  4: ['41248ae1963e8113', '62c0f194cf6640da', 'd50ce20d24d19b1b'],
}

const web = (file: string) =>
  readFile(path.resolve(import.meta.dirname, '../../../../web', file), 'utf8')

describe('a picture', () => {
  test('has the size that other sites expect, in few bytes', () => {
    const png = drawPicture(article)
    expect(png.toString('latin1', 12, 16)).toBe('IHDR')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(40_000)
  })

  test('shows the chart of its article: shapes, and letters as outlines', () => {
    const faces = {
      bold: loadTypeface('bold', 'en_US'),
      regular: loadTypeface('regular', 'en_US'),
    }
    const svg = pictureSvg(charted, faces)
    expect(svg).toContain('d="M26,182L159,161L292,148"')
    expect(svg).toContain('<rect x="26" y="190" width="60" height="12"')
    expect(svg).not.toMatch(/<text|<tspan|class=|&amp;/)
    expect(drawPicture(charted).length).toBeLessThan(40_000)
    const hostile = CHART.replace('M26,182', 'M26,182"/><script>').replace('A &amp;', '&lt;script')
    expect(pictureSvg({ ...article, chart: hostile }, faces)).not.toContain('script')
    expect(pictureSvg({ ...article, chart: '<svg>' }, faces)).not.toContain('undefined')
  })

  test('looks like its design; a change needs a higher DESIGN', () => {
    const looks = [article, site, charted].map((picture) => {
      const { rgba } = decodePng(drawPicture(picture))
      return hash('sha256', rgba).slice(0, 16)
    })
    expect(looks).toEqual(LOOKS[DESIGN])
  })

  test('contains no text, so that a title cannot be markup', () => {
    const faces = {
      bold: loadTypeface('bold', 'en_US'),
      regular: loadTypeface('regular', 'en_US'),
    }
    const title = '</svg><script>"&amp;\'</script>'
    const picture = { ...article, title, section: '<&>', author: '"<!--' }
    const svg = pictureSvg(picture, faces)
    expect(svg).not.toMatch(/script|&|<!--|<text/)
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
  })

  test('can be drawn of every length of title, and of none', () => {
    const titles = ['', '👍', 'W'.repeat(200), 'ё '.repeat(100), 'a'.repeat(60)]
    for (const title of titles) {
      const picture = { ...article, title, section: title, author: title, siteTitle: title }
      expect(drawPicture(picture)).toBeInstanceOf(Buffer)
      expect(drawPicture({ ...site, siteTitle: title })).toBeInstanceOf(Buffer)
    }
  })
})

describe('pictures and pages', () => {
  test('have the same colours', async () => {
    const tokens = await web('src/styles/tokens.css')
    const logo = await web('public/logo.svg')
    for (const [name, token] of [
      ['deep', '--deep: light-dark('],
      ['onDeep', '--on-deep: '],
      ['onDeepSoft', '--on-deep-soft: '],
    ] as const) {
      expect(tokens).toContain(`${token}${COLORS[name]}`)
    }
    expect(tokens).toMatch(new RegExp(`--gold: light-dark\\(#\\w+, ${COLORS.goldOnDeep}\\)`))
    expect(logo).toContain(COLORS.gold)
  })

  test('have the same shapes of the logo', async () => {
    const shapes = (svg: string) =>
      [...svg.matchAll(/ d="([^"]+)"/g)].map(([, shape]) => shape).toSorted()
    expect(shapes(MARK)).toEqual(shapes(await web('public/logo.svg')))
  })
})
