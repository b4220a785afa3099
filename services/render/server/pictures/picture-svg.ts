import { PICTURE_SIZE, type Picture } from '../../documents/picture.ts'
import { COLORS } from './colors.ts'
import { clipText, fitText, type TextBox } from './fit-text.ts'
import { BOOK_BOX, MARK } from './mark.ts'
import { outlineChart } from './picture-chart.ts'
import type { Typeface, Weight } from './typeface.ts'

export type Typefaces = Readonly<Record<Weight, Typeface>>

// Everything below is in pixels, but line heights are in ems; `y` of a text is its base line.
const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE
const MARGIN = 80
const INNER = WIDTH - 2 * MARGIN
/** How far the tops of capitals are above the base line, in ems. */
const CAPITALS = 0.67

const SECTION = { y: 106, size: 34 }
const TITLE = {
  top: 156,
  width: INNER,
  height: 322,
  maxLines: 5,
  sizes: [82, 74, 66, 60, 54, 50, 46, 43, 40],
  lineHeight: 1.16,
}
/** Beside a chart, the title has a narrower column. */
const CHART = { left: 700, top: 140, width: 420, height: 350 }
const TITLE_BESIDE = {
  ...TITLE,
  width: CHART.left - MARGIN - 44,
  maxLines: 6,
  sizes: [66, 60, 54, 50, 46, 43, 40, 36],
}
/** A double line, like that under a total in an account book. */
const RULE = { y: 506, thickness: 2, gap: 3 }
const FOOT = { y: 570, size: 32, wordmark: 38, bookHeight: 38, markGap: 12, gap: 44 }

const NAME = { y: 338, size: 112, bookHeight: 104, markGap: 32 }

/** A line of text in a picture. */
interface Line {
  text: string
  face: Typeface
  /** As `#rrggbb`. */
  color: string
  x: number
  y: number
  size: number
}

/** A picture as SVG. It contains no text elements: letters are outlines. */
export const pictureSvg = (picture: Picture, faces: Typefaces): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.deep}"/>`,
    ...(picture.kind === 'article' ? drawArticle(picture, faces) : drawSite(picture, faces)),
    '</svg>',
  ].join('')

function drawArticle(picture: Extract<Picture, { kind: 'article' }>, faces: Typefaces): string[] {
  const { bold, regular } = faces
  const section = clip(picture.section, INNER / SECTION.size, bold)
  const wordmark = clip(picture.siteTitle, INNER / 2 / FOOT.wordmark, bold)
  const wordmarkX = WIDTH - MARGIN - bold.measure(wordmark) * FOOT.wordmark
  const bookX = wordmarkX - FOOT.markGap - bookWidth(FOOT.bookHeight)
  const author = clip(picture.author, (bookX - FOOT.gap - MARGIN) / FOOT.size, regular)
  const { y } = FOOT
  const lines: Line[] = [
    { text: section, face: bold, color: COLORS.goldOnDeep, x: MARGIN, ...SECTION },
    ...setText(picture.title, picture.chart === undefined ? TITLE : TITLE_BESIDE, bold),
    { text: author, face: regular, color: COLORS.onDeepSoft, x: MARGIN, y, size: FOOT.size },
    { text: wordmark, face: bold, color: COLORS.onDeep, x: wordmarkX, y, size: FOOT.wordmark },
  ]
  return [
    ...(picture.chart === undefined ? [] : [outlineChart(picture.chart, CHART, faces)]),
    drawRule(),
    drawMark(bookX, y, FOOT.bookHeight),
    ...lines.map(drawLine),
  ]
}

function drawSite(picture: Extract<Picture, { kind: 'site' }>, { bold }: Typefaces): string[] {
  const nameX = MARGIN + bookWidth(NAME.bookHeight) + NAME.markGap
  const nameWidth = WIDTH - MARGIN - nameX
  const name = bold.drawable(picture.siteTitle)
  const size = Math.min(NAME.size, nameWidth / bold.measure(name))
  return [
    drawMark(MARGIN, NAME.y, NAME.bookHeight),
    drawLine({ text: name, face: bold, color: COLORS.onDeep, x: nameX, y: NAME.y, size }),
  ]
}

function setText(text: string, box: TextBox & { top: number }, face: Typeface): Line[] {
  const { size, lines } = fitText(face.drawable(text), box, face.measure)
  return lines.map((line, at) => {
    const y = box.top + size * (CAPITALS + at * box.lineHeight)
    return { text: line, face, color: COLORS.onDeep, x: MARGIN, y, size }
  })
}

const drawLine = ({ text, face, color, ...place }: Line) =>
  `<g fill="${color}">${face.outline(face.glyphs(text), place)}</g>`

const clip = (text: string, width: number, face: Typeface) =>
  clipText(face.drawable(text), width, face.measure)

function drawRule(): string {
  const { y, thickness, gap } = RULE
  const lines = [y, y + thickness + gap].map(
    (top) => `<rect x="${MARGIN}" y="${top}" width="${INNER}" height="${thickness}"/>`,
  )
  return `<g fill="${COLORS.onDeepSoft}" fill-opacity=".35">${lines.join('')}</g>`
}

const BOOK_HEIGHT = BOOK_BOX.bottom - BOOK_BOX.top
const bookWidth = (height: number) => (height * (BOOK_BOX.right - BOOK_BOX.left)) / BOOK_HEIGHT

/**
 * @param x the left edge of the book
 * @param y its bottom edge
 */
function drawMark(x: number, y: number, height: number): string {
  const corner = `translate(${-BOOK_BOX.left} ${-BOOK_BOX.bottom})`
  return `<g transform="translate(${x} ${y}) scale(${height / BOOK_HEIGHT}) ${corner}">${MARK}</g>`
}
