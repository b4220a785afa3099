import { COLORS } from './colors.ts'

/** The site's mark: an open book and a rising line. A test compares web/public/logo.svg. */
const BOOK =
  'M36 26c-5-4.6-11.2-6.4-19-6v28.6c7.8-.4 14 1.4 19 6 5-4.6 11.2-6.4 19-6V20c-7.8-.4-14 1.4-19 6Z'
const SPINE = 'M36 26v28.6'
const LINE = 'M22 41.5 30.5 36l7 4L50 27'

/** The book's box on the logo's square of 72. */
export const BOOK_BOX = { left: 17, right: 55, top: 19.8, bottom: 54.6 } as const

/** SVG of the mark on that square, for a background in the deep colour. */
export const MARK = [
  `<path d="${BOOK}" fill="${COLORS.onDeep}"/>`,
  `<path d="${SPINE}" stroke="${COLORS.deep}" stroke-width="2"/>`,
  `<path d="${LINE}" fill="none" stroke="${COLORS.gold}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
].join('')
