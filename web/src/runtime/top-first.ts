const MARK = 'data-top-first'

/**
 * Lets the browser lay out the first screen of a new page before the rest of it: on a cheap phone,
 * the layout of a whole article would take most of the time from a click to what is read first.
 * `styles/top-first.css` says what waits; it waits for one frame.
 *
 * To be called when the page has just been put into the document, and its reader looks at its top.
 */
export function paintTopFirst(): void {
  const { documentElement } = document
  documentElement.setAttribute(MARK, '')
  // The frame is painted once its callbacks have run, and before the next task.
  requestAnimationFrame(() => setTimeout(() => documentElement.removeAttribute(MARK)))
}
