const MARK = 'data-top-first'

/**
 * Lets the browser lay out the first screen of a new page before the rest of it: on a cheap phone,
 * the layout of a whole article would take most of the time from a click to what is read first.
 * `styles/top-first.css` says what waits; it waits for one frame.
 *
 * @param change puts the page, whose reader looks at its top, into `root`
 */
export function paintTopFirst(root: HTMLElement, change: () => void): void {
  root.setAttribute(MARK, '')
  change()
  // The frame is painted once its callbacks have run, and before the next task.
  requestAnimationFrame(() => setTimeout(() => root.removeAttribute(MARK)))
}
