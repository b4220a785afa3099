import { COLORS } from './colors.ts'

/** The line behind the home page's first article. A test compares web/src/styles/lead-line.svg. */
const GRID = 'M0 34h800M0 84h800M0 134h800M0 184h800M0 234h800'
const LINE = 'M-10 256 70 232l70 14 78-44 74 18 84-62 70 22 82-66 76 26 84-82 62 18 80-66'
const BOX = { width: 800, height: 290 }

interface Place {
  top: number
  width: number
  height: number
}

/** SVG of the line, stretched to fill the place. */
export function leadLine({ top, width, height }: Place): string {
  const transform = `translate(0 ${top}) scale(${width / BOX.width} ${height / BOX.height})`
  return [
    `<g transform="${transform}" fill="none">`,
    `<path d="${GRID}" stroke="#fff" stroke-opacity=".07"/>`,
    `<path d="${LINE}V300H-10Z" fill="${COLORS.goldOnDeep}" fill-opacity=".07"/>`,
    `<path d="${LINE}" stroke="${COLORS.goldOnDeep}" stroke-opacity=".85" stroke-width="3" stroke-linejoin="round"/>`,
    '</g>',
  ].join('')
}
