import type { Arrival } from './navigate.ts'
import type { ScrollPosition } from './scroll-positions.ts'

interface ArrivalAt {
  arrival: Arrival
  /** Of the address, with its hash sign, or empty. */
  hash: string
  /** The reader's former position on this history entry. */
  saved: ScrollPosition | undefined
}

/**
 * Scrolls a new page to where the reader expects it: their former position when they come back, the
 * target of the link's fragment, else the top.
 */
export function placeReader({ arrival, hash, saved }: ArrivalAt): void {
  const element = hash === '' ? null : document.getElementById(placeIn(hash))
  if (arrival === 'history' && saved) moveTo(saved)
  else if (element) element.scrollIntoView({ behavior: 'instant' })
  else moveTo({ x: 0, y: 0 })
}

/** Moves the keyboard focus to the start of the page, without scrolling. */
export const focusPage = () =>
  document.getElementById('gatsby-focus-wrapper')?.focus({ preventScroll: true })

/** Scrolls instantly: smooth scrolling would move a new page through everything above the place. */
const moveTo = ({ x, y }: ScrollPosition) => scrollTo({ left: x, top: y, behavior: 'instant' })

/** An address may have a reader's numbers after the place, as in `#payment?price=350000`. */
const placeIn = (hash: string) => decode(hash.slice(1).replace(/\?.*/, ''))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
