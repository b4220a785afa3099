import type { Arrival } from './navigate.ts'
import type { Position } from './scroll-positions.ts'

export interface Place {
  arrival: Arrival
  /** Of the address, with its hash sign, or empty. */
  hash: string
  /** Where he was on this entry of the history before. */
  saved: Position | undefined
}

/**
 * Shows a new page where its reader looks first: where he was when he comes back, at what his link
 * points to, else at the top.
 */
export function placeReader({ arrival, hash, saved }: Place): void {
  const element = hash === '' ? null : document.getElementById(decode(hash.slice(1)))
  if (arrival === 'history' && saved) moveTo(saved)
  else if (element) element.scrollIntoView({ behavior: 'instant' })
  else moveTo({ x: 0, y: 0 })
}

/** At once: a page that is scrolled smoothly would show the way there. */
const moveTo = ({ x, y }: Position) => scrollTo({ left: x, top: y, behavior: 'instant' })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
