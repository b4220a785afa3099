const MARK = 'data-top-first'

/**
 * Lets the browser lay out the first screen of a new page before the rest. On a cheap phone the
 * layout of a whole article takes most of the time between a click and the first text. What
 * `styles/top-first.css` lists is laid out one frame later.
 *
 * Call this right after the page was put into the document, when its top is to be shown.
 */
export function paintTopFirst(): void {
  const { documentElement } = document
  documentElement.setAttribute(MARK, '')
  // The frame is painted once its callbacks have run, and before the next task.
  requestAnimationFrame(() => setTimeout(() => documentElement.removeAttribute(MARK)))
}
