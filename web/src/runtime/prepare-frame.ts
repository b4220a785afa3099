import { createElement, type FunctionComponent } from 'react'
import { flushSync } from 'react-dom'
import type { Shell } from '#shared/contracts/site.ts'
import { fieldOf } from '../browser/field-of.ts'
import { createRoot } from '../browser/react-root.ts'
import { Footer } from '../components/Footer.tsx'
import { Header } from '../components/Header.tsx'
import type { Strings } from '../strings/strings.ts'
import { StringsContext } from '../strings/strings-context.ts'
import type { SharedData } from './load-shared.ts'

export type PrepareFrame = typeof prepareFrame

type Slice = FunctionComponent<{ shell: Shell; path: string }>

/** Elements that the islands listen to, or that hold what the reader has typed. */
const KEPT_ELEMENTS = ['form[role=search]', '.menu-button']
/** Kept as well, because the islands listen to it, but with the content of the new header. */
const PANEL = '.menu-panel'

/** The components of slices, as page data names them. */
const SLICES: ReadonlyMap<unknown, Slice> = new Map([
  ['slice---src-components-header-tsx', Header],
  ['slice---src-components-footer-tsx', Footer],
])

/**
 * @returns a function that puts these slices into the document, around the page of a path
 * @throws when this build has no such slice
 */
export function prepareFrame(
  slices: SharedData,
  staticQueries: SharedData,
  strings: Strings,
): (path: string) => void {
  const parts = [...slices.values()].map((slice) => {
    const part = SLICES.get(fieldOf(slice, 'componentChunkName'))
    if (!part) throw new Error('A slice is of another build')
    return part
  })
  // Merged, the answers are the shell from which the server renders header and footer.
  const shell: Shell = Object.assign({}, ...[...staticQueries.values()].map(dataOf))
  return (path) => {
    for (const component of parts) {
      const made = render(component, { shell, path }, strings)
      // Each has a class that nothing else in a document has.
      const former = document.querySelector(`.${made?.className}`)
      if (!former || !made) continue
      keepElements(former, made)
      former.replaceWith(made)
    }
  }
}

const dataOf = (answer: unknown): unknown => fieldOf(answer, 'data')

/** Renders static HTML: React is not used on it afterwards, and `islands/` serves its controls. */
function render(component: Slice, props: { shell: Shell; path: string }, strings: Strings) {
  const holder = document.createElement('div')
  const content = createElement(component, props)
  flushSync(() =>
    createRoot(holder).render(createElement(StringsContext, { value: strings }, content)),
  )
  return holder.firstElementChild
}

/** Moves the elements that must survive from the former header into their place in the new one. */
function keepElements(former: Element, made: Element): void {
  for (const selector of [...KEPT_ELEMENTS, PANEL]) {
    const element = former.querySelector(selector)
    const replaced = made.querySelector(selector)
    if (!element || !replaced) continue
    if (selector === PANEL) element.replaceChildren(...replaced.childNodes)
    replaced.replaceWith(element)
  }
}
