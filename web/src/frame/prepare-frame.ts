import { createElement, type FunctionComponent } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Shell } from '#shared/contracts/site.ts'
import { Footer } from '../components/Footer.tsx'
import { Header } from '../components/Header.tsx'
import type { SharedData } from '../runtime/load-shared.ts'
import type { Strings } from '../strings/strings.ts'
import { StringsContext } from '../strings/strings-context.ts'

type Slice = FunctionComponent<{ shell: Shell; path: string }>

/** Elements that the islands listen to, and that hold what the reader has typed. */
const ALIVE = ['form[role=search]', '.menu-button']
/** One of those as well, but what stands in it is new. */
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
    const part = SLICES.get(Reflect.get(Object(slice), 'componentChunkName'))
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
      keepAlive(former, made)
      former.replaceWith(made)
    }
  }
}

const dataOf = (answer: unknown): unknown => Reflect.get(Object(answer), 'data')

/** Unmounted by React at once: `islands/` makes its controls work. */
function render(component: Slice, props: { shell: Shell; path: string }, strings: Strings) {
  const holder = document.createElement('div')
  const content = createElement(component, props)
  flushSync(() =>
    createRoot(holder).render(createElement(StringsContext, { value: strings }, content)),
  )
  return holder.firstElementChild
}

/** Gives a new header the living elements of the former one in the place of its own. */
function keepAlive(former: Element, made: Element): void {
  for (const selector of [...ALIVE, PANEL]) {
    const living = former.querySelector(selector)
    const still = made.querySelector(selector)
    if (!living || !still) continue
    if (selector === PANEL) living.replaceChildren(...still.childNodes)
    still.replaceWith(living)
  }
}
