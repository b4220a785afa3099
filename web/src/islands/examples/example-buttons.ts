import { createElement } from '../../browser/create-element.ts'

/** Adds a button below an example, and a copy of the page's own for copying the address. */
export function addButtons(region: HTMLElement, resetWords: string, onReset: () => void): void {
  const reset = createElement('button', { type: 'button' }, [resetWords])
  reset.addEventListener('click', onReset)
  const copy = document.querySelector('.copy-link')?.cloneNode(true)
  region.append(createElement('div', { class: 'example-buttons' }, copy ? [reset, copy] : [reset]))
}
