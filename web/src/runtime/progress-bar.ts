import { createElement } from '../browser/create-element.ts'

const ID = 'page-progress'

/** Shows that the page of a click is being loaded. */
export function showProgress(): void {
  if (document.getElementById(ID)) return
  // Hidden from screen readers, for which the same is announced in words.
  document.body.append(createElement('div', { id: ID, 'aria-hidden': 'true' }))
}

export function hideProgress(): void {
  document.getElementById(ID)?.remove()
}
