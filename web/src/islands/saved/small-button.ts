import { createElement } from '../../browser/create-element.ts'

/** @param of what it is about, for those who hear the button without its place */
export function smallButton(label: string, act: () => void, of?: string): HTMLElement {
  const hidden = createElement('span', { class: 'visually-hidden' }, [`: ${of}`])
  const made = createElement('button', { type: 'button' }, of ? [label, hidden] : [label])
  made.addEventListener('click', act)
  return made
}
