import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodePng } from '../../../../tests/support/pages/decode-png.ts'
import type { Picture } from '../../documents/picture.ts'
import { DESIGN } from '../../documents/picture-address.ts'
import { COLORS } from './colors.ts'
import { drawPicture } from './draw-picture.ts'
import { leadLine } from './lead-line.ts'
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
/** The look of pictures of each design: a hash of their pixels. */
const LOOKS: Readonly<Record<number, readonly [article: string, site: string]>> = {
  1: ['41248ae1963e8113', '769355c01a4dcbd8'],
  2: ['80e832bcf3ad7c59', '769355c01a4dcbd8'],
  // That of the first again.
  3: ['41248ae1963e8113', '769355c01a4dcbd8'],
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

  test('looks like its design; a change needs a higher DESIGN', () => {
    const looks = [article, site].map((picture) => {
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

  test('have the same shapes of the logo and of the lead line', async () => {
    const shapes = (svg: string) =>
      [...svg.matchAll(/ d="([^"]+)"/g)].map(([, shape]) => shape).toSorted()
    expect(shapes(MARK)).toEqual(shapes(await web('public/logo.svg')))
    const line = leadLine({ top: 0, width: 1, height: 1 })
    expect(shapes(line)).toEqual(shapes(await web('src/styles/lead-line.svg')))
  })
})
