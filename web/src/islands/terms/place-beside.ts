/** The edges of an element, in CSS pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
export type Size = Pick<DOMRect, 'width' | 'height'>

/** The distance between the word and the popover. */
const GAP_PX = 6
/** The least distance between the popover and the edge of the window. */
const MARGIN_PX = 8

/**
 * Finds the place of a popover: under its word, or above it if there is more room there, and never
 * beyond the sides of the window.
 *
 * @param word its edges in the window
 * @returns the upper left corner of the popover in the window
 */
export function placeBeside(word: Box, size: Size, window: Size): { left: number; top: number } {
  const rightmost = window.width - size.width - MARGIN_PX
  const left = Math.max(MARGIN_PX, Math.min(word.left, rightmost))
  const roomBelow = window.height - word.bottom - GAP_PX
  const isAbove = roomBelow < size.height && word.top - GAP_PX > roomBelow
  return { left, top: isAbove ? word.top - GAP_PX - size.height : word.bottom + GAP_PX }
}

/** A word may break over several lines: finds the one at a point, or else the first. */
export function lineAt<T extends Box>(
  lines: readonly T[],
  { x, y }: { x: number; y: number },
): T | undefined {
  const isHit = ({ left, right, top, bottom }: Box) =>
    left <= x && x <= right && top <= y && y <= bottom
  return lines.find(isHit) ?? lines[0]
}
