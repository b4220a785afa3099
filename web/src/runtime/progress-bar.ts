import { createElement } from '../create-element.ts'

const ID = 'page-progress'

/** Shows that a click was heard and its page is on the way. */
export function showProgress(): void {
  if (document.getElementById(ID)) return
  // Hidden from screen readers, to whom it is announced in words.
  document.body.append(createElement('div', { id: ID, 'aria-hidden': 'true' }))
}

export function hideProgress(): void {
  document.getElementById(ID)?.remove()
}
