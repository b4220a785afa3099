import { type DefaultTreeAdapterTypes as Parse5, parseFragment } from 'parse5'
import { escapeMarkup } from '#shared/charts/svg.ts'

/** Elements of a drawing: shapes, text, and what they are filled and cut with. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'text', 'tspan'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'marker'],
])

/** What drawing programs add for themselves; it is left out without a word, with all in it. */
const LEFT_OUT = /^(?:metadata$|sodipodi:|inkscape:)/
const LEFT_OUT_ATTRIBUTE =
  /^(?:xmlns(?::.*)?|version|xml:space|xml:lang|enable-background|data-.*|sodipodi:.*|inkscape:.*)$/

const ATTRIBUTES = new Set([
  ...['id', 'class', 'role', 'aria-label', 'aria-hidden', 'transform', 'opacity', 'display'],
  ...['viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2'],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'pathLength', 'dx', 'dy', 'rotate'],
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity'],
  ...['stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stroke-dashoffset'],
  ...['stroke-miterlimit', 'vector-effect', 'shape-rendering', 'visibility', 'paint-order'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'font-variant', 'text-anchor'],
  ...['dominant-baseline', 'alignment-baseline', 'letter-spacing', 'word-spacing'],
  ...['text-decoration', 'textLength', 'lengthAdjust', 'clip-path', 'clip-rule', 'mask'],
  ...['offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform'],
  ...['spreadMethod', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'patternUnits'],
  ...['patternContentUnits', 'patternTransform', 'marker-start', 'marker-mid', 'marker-end'],
  ...['markerWidth', 'markerHeight', 'markerUnits', 'refX', 'refY', 'orient', 'href', 'xlink:href'],
])

/** A part of the same file: `#shade`, or `url(#shade)`. */
const OWN_PART = /^#[\w.-]+$/
const OWN_URL = /^url\(\s*(["']?)#[\w.-]+\1\s*\)(?:\s+[\w#]+)?$/
/** What may lead out of a file, also written with the escapes of CSS. */
const LEADS_OUT = /url|image|src|:|\\/i

const MAX_ELEMENTS = 5_000
const MAX_DEPTH = 40
/** In pixels. */
const MAX_SIDE = 4_000

export interface CleanSvg {
  svg: string
  /** In pixels, from `viewBox`. */
  width: number
  height: number
}

/** What stands where in a file that is refused. @property line 1-based */
export interface SvgMistake {
  line: number
  message: string
}

class Refused extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads an SVG file, and writes another from what is allowed in it. What draws nothing is left out;
 * everything else that is not listed above is a mistake, such as what could run, load or lead elsewhere.
 */
export function cleanSvg(source: string): CleanSvg | SvgMistake {
  try {
    return write(source)
  } catch (error) {
    if (error instanceof Refused) return { line: error.line, message: error.message }
    throw error
  }
}

function write(source: string): CleanSvg {
  refuseDeclarations(source)
  const root = rootOf(source)
  const size = sizeOf(root)
  const state = { elements: 0 }
  const { width, height } = size
  return { ...size, svg: `${writeElement(root, 0, state, { width, height })}\n` }
}

function refuseDeclarations(source: string): void {
  const found = /<!(?:DOCTYPE|ENTITY)|<\?(?!xml\s)/i.exec(source)
  if (!found) return
  const line = source.slice(0, found.index).split('\n').length
  throw new Refused(line, `has ${found[0]}: take it away`)
}

function rootOf(source: string): Parse5.Element {
  // A declaration of XML is no mistake, and no HTML.
  const text = source.replace(/^\ufeff?\s*<\?xml\s[^>]*\?>/, (all) => all.replace(/[^\n]/g, ' '))
  const { childNodes } = parseFragment(text, {
    sourceCodeLocationInfo: true,
    onParseError({ startLine, code }) {
      throw new Refused(startLine, `is no correct SVG (${code}): save it again as plain SVG`)
    },
  })
  const nodes = childNodes.filter((node) => !isBlank(node))
  const [root] = nodes
  if (nodes.length !== 1 || !root || !('tagName' in root) || root.tagName !== 'svg') {
    const stray = nodes.find((node) => !('tagName' in node && node.tagName === 'svg'))
    const what = stray ? `has ${nameOf(stray)} outside` : 'has not one element'
    throw new Refused(lineOf(stray), `${what} <svg>…</svg>: save it as plain SVG`)
  }
  return root
}

const isBlank = (node: Parse5.ChildNode) =>
  node.nodeName === '#comment' || ('value' in node && node.value.trim() === '')

const nameOf = (node: Parse5.ChildNode) => ('tagName' in node ? `<${node.tagName}>` : 'text')

const lineOf = (node: Parse5.ChildNode | undefined) => node?.sourceCodeLocation?.startLine ?? 1

function sizeOf(root: Parse5.Element): { width: number; height: number } {
  const box = root.attrs.find(({ name }) => name === 'viewBox')?.value
  const numbers = (box ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = numbers
  const isSize = (side: number) => side >= 1 && side <= MAX_SIDE
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || !isSize(width) || !isSize(height)) {
    const message = `needs viewBox="0 0 width height" in <svg>, with sides of 1 to ${MAX_SIDE}`
    throw new Refused(lineOf(root), message)
  }
  return { width: Math.round(width), height: Math.round(height) }
}

function writeElement(
  node: Parse5.Element,
  depth: number,
  state: { elements: number },
  own: Record<string, number> = {},
): string {
  const { tagName, attrs, childNodes } = node
  const line = lineOf(node)
  if (!ELEMENTS.has(tagName)) {
    throw new Refused(line, `has <${tagName}>, which pictures may not have: take it away`)
  }
  state.elements += 1
  if (state.elements > MAX_ELEMENTS || depth > MAX_DEPTH) {
    const most = `${MAX_ELEMENTS} elements, and ${MAX_DEPTH} within each other`
    throw new Refused(line, `has too many elements: draw it with at most ${most}`)
  }
  const isRoot = depth === 0
  const written = attrs.flatMap((attribute) => writeAttribute(attribute, tagName, line))
  const kept = isRoot ? written.filter(([name]) => !Object.hasOwn(own, name)) : written
  const all = [
    ...(isRoot ? [['xmlns', 'http://www.w3.org/2000/svg']] : []),
    ...Object.entries(own),
    ...kept,
  ].map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
  const inside = childNodes.map((child) => {
    if ('tagName' in child) {
      return LEFT_OUT.test(child.tagName) ? '' : writeElement(child, depth + 1, state)
    }
    return 'value' in child ? escapeMarkup(child.value) : ''
  })
  return `<${tagName}${all.join('')}>${inside.join('')}</${tagName}>`
}

function writeAttribute(
  { name, prefix, value }: { name: string; prefix?: string | undefined; value: string },
  tagName: string,
  line: number,
): [string, string][] {
  const whole = prefix ? `${prefix}:${name}` : name
  if (LEFT_OUT_ATTRIBUTE.test(whole)) return []
  const shown = `${whole}="${value.slice(0, 60)}"`
  if (whole === 'style') {
    throw new Refused(line, `has ${shown}: write attributes such as fill="…" in its place`)
  }
  if (!ATTRIBUTES.has(whole)) {
    throw new Refused(
      line,
      `has ${shown} in <${tagName}>, which pictures may not have: take it away`,
    )
  }
  const isReference = name === 'href'
  const isText = name === 'aria-label' || name === 'font-family'
  const isOwn = isReference ? OWN_PART.test(value) : OWN_URL.test(value)
  if (!isOwn && (isReference || (!isText && LEADS_OUT.test(value)))) {
    const message = `has ${shown}, which leads out of the file: use only its own parts, such as #shade`
    throw new Refused(line, message)
  }
  return [[isReference ? 'href' : whole, value]]
}
