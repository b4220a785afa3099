/** Edges of something, in CSS pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
export type Size = Pick<DOMRect, 'width' | 'height'>

/** Between the word and what is beside it. */
const GAP_PX = 6
/** Between it and the edge of the window. */
const MARGIN_PX = 8

/**
 * Where something stands that belongs to a word: under it, or above it where more of it can be seen
 * there, and never beyond the sides of the window.
 *
 * @param word in the window
 * @returns its left upper corner in the window
 */
export function placeBeside(word: Box, size: Size, window: Size): { left: number; top: number } {
  const rightmost = window.width - size.width - MARGIN_PX
  const left = Math.max(MARGIN_PX, Math.min(word.left, rightmost))
  const roomBelow = window.height - word.bottom - GAP_PX
  const isAbove = roomBelow < size.height && word.top - GAP_PX > roomBelow
  return { left, top: isAbove ? word.top - GAP_PX - size.height : word.bottom + GAP_PX }
}

/** Of the lines over which a word goes, the one that was pointed at, or else the first. */
export function lineAt<T extends Box>(
  lines: readonly T[],
  { x, y }: { x: number; y: number },
): T | undefined {
  const isHit = ({ left, right, top, bottom }: Box) =>
    left <= x && x <= right && top <= y && y <= bottom
  return lines.find(isHit) ?? lines[0]
}
