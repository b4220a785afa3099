import type { Arrival } from './navigate.ts'
import type { Position } from './scroll-positions.ts'

export interface Place {
  arrival: Arrival
  /** Of the address, with its hash sign, or empty. */
  hash: string
  /** The reader's former position on this history entry. */
  saved: Position | undefined
}

/**
 * Scrolls a new page to where the reader expects it: their former position when they come back, the
 * target of the link's fragment, else the top.
 */
export function placeReader({ arrival, hash, saved }: Place): void {
  const element = hash === '' ? null : document.getElementById(decode(hash.slice(1)))
  if (arrival === 'history' && saved) moveTo(saved)
  else if (element) element.scrollIntoView({ behavior: 'instant' })
  else moveTo({ x: 0, y: 0 })
}

/** Puts the keyboard at the start of the page, without moving what is seen. */
export const focusPage = () =>
  document.getElementById('gatsby-focus-wrapper')?.focus({ preventScroll: true })

/** At once: a page that is scrolled smoothly would show the way there. */
const moveTo = ({ x, y }: Position) => scrollTo({ left: x, top: y, behavior: 'instant' })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
