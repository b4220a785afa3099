import { COLORS } from './colors.ts'
import type { Typeface, Weight } from './typeface.ts'

/*
 * A chart of an article, whose drawing for phones is in its HTML, as a part of a picture. Pictures have
 * neither style sheets nor text elements: colours become attributes, and letters outlines.
 */

/** The size of text that the drawing is made for, in its own pixels. */
const TEXT_SIZE = 14

const SERIES = [COLORS.goldOnDeep, COLORS.onDeep, '#8fbcff', '#d3a8f0'] as const
const DASHES: Readonly<Record<string, string>> = { s2: '9 4', s3: '2.5 3', s4: '12 3 2.5 3' }

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
}

/** A line of a text, and the element that it stands in. */
interface Line {
  text: string
  element: Element | undefined
}

const TOKEN = /<(\/?)([a-z]+)([^>]*?)(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const VIEW_BOX = /viewBox="0 0 ([\d.]+) ([\d.]+)"/
const NARROW = /<svg class="chart-narrow"[\s\S]*?<\/svg>/
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * Draws a chart as large as the box allows.
 *
 * @param drawings both drawings, as the HTML of the article has them
 * @returns nothing where there is no drawing for phones
 */
export function outlineChart(
  drawings: string,
  box: Box,
  faces: Readonly<Record<Weight, Typeface>>,
): string {
  const [svg = ''] = NARROW.exec(drawings) ?? []
  const [, width = '', height = ''] = VIEW_BOX.exec(svg) ?? []
  if (width === '') return ''
  const scale = Math.min(box.width / Number(width), box.height / Number(height))
  const left = box.left + (box.width - Number(width) * scale) / 2
  return `<g transform="translate(${left} ${box.top}) scale(${scale})">${translate(svg, faces)}</g>`
}

function translate(svg: string, faces: Readonly<Record<Weight, Typeface>>): string {
  const open: Element[] = []
  const parts: string[] = []
  let lines: Line[] = []
  for (const [, closes, name = '', attributes = '', isEmpty, text] of svg.matchAll(TOKEN)) {
    if (text !== undefined) {
      lines.push({ text, element: open.at(-1) })
    } else if (closes) {
      if (name === 'text') parts.push(...drawLines(lines, open, faces))
      open.pop()
    } else {
      const element = { name, attributes: new Map(pairsOf(attributes)) }
      if (name === 'path' || name === 'rect') parts.push(drawShape(element))
      if (name === 'text') lines = []
      if (!isEmpty) open.push(element)
    }
  }
  return parts.join('')
}

const pairsOf = (attributes: string) =>
  Array.from(attributes.matchAll(ATTRIBUTE), ([, name = '', value = '']): [string, string] => [
    name,
    value,
  ])

const classesOf = ({ attributes }: Element) => attributes.get('class')?.split(' ') ?? []

function seriesOf(classes: readonly string[]): string | undefined {
  const series = classes.find((name) => /^s\d$/.test(name))
  return series && SERIES[(Number(series.slice(1)) - 1) % SERIES.length]
}

function drawShape(element: Element): string {
  const classes = classesOf(element)
  const color = seriesOf(classes) ?? COLORS.onDeep
  const kept = ['d', 'x', 'y', 'width', 'height'].flatMap((name) => {
    const value = element.attributes.get(name)
    return value !== undefined && /^[\d\s.,MLHVmlhvZz-]*$/.test(value) ? `${name}="${value}"` : []
  })
  return `<${element.name} ${kept.join(' ')} ${paintOf(classes, color)}/>`
}

function paintOf(classes: readonly string[], color: string): string {
  const is = (name: string) => classes.includes(name)
  const stroke = (width: number, opacity = 1) =>
    `fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}"`
  if (is('bar')) return `fill="${color}" stroke="${COLORS.deep}"`
  if (is('grid')) return stroke(1, 0.12)
  if (is('dots')) return `${stroke(7)} stroke-linecap="round"`
  if (!is('line')) return stroke(1, 0.4)
  const dash = classes.flatMap((name) => DASHES[name] ?? [])
  return `${stroke(2.5)} stroke-linejoin="round"${dash.map((of) => ` stroke-dasharray="${of}"`).join('')}`
}

/** @param open the text element and those around it, the outermost first */
function drawLines(
  lines: readonly Line[],
  open: readonly Element[],
  faces: Readonly<Record<Weight, Typeface>>,
): string[] {
  const classes = open.flatMap(classesOf)
  const isName = classes.includes('name')
  const color = (isName && seriesOf(classes)) || COLORS.onDeepSoft
  let [x, y] = ['x', 'y'].map((name) => numberOf(open.at(-1), name) ?? 0) as [number, number]
  return lines.map(({ text, element }, at) => {
    // A name is followed by its value, on a line of its own.
    const face = isName && (at === 0 || at < lines.length - 1) ? faces.bold : faces.regular
    const written = face.drawable(text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? ''))
    const width = face.measure(written) * TEXT_SIZE
    const before = classes.includes('end') ? width : classes.includes('middle') ? width / 2 : 0
    x = numberOf(element, 'x') ?? x
    y += numberOf(element, 'dy') ?? 0
    const place = { x: x - before, y, size: TEXT_SIZE }
    return `<g fill="${color}">${face.outline(face.glyphs(written), place)}</g>`
  })
}

function numberOf(element: Element | undefined, name: string): number | undefined {
  const value = element?.attributes.get(name)
  return value === undefined ? undefined : Number(value)
}
