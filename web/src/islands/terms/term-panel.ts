import { closestTo } from '../../browser/closest-to.ts'
import { createElement } from '../../browser/create-element.ts'
import { lineAt, placeBeside } from './place-beside.ts'

export interface Point {
  x: number
  y: number
}

export type TermPanel = ReturnType<typeof createTermPanel>

/** The native popover that shows the definition of a term. */
export function createTermPanel() {
  const name = createElement('p', { class: 'term-popover-name' })
  const definition = createElement('p', {})
  const read = createElement('a', { class: 'arrow-link' })
  const attributes = { class: 'term-popover', popover: 'auto', role: 'dialog', tabindex: '-1' }
  const panel = createElement('div', attributes, [name, definition, read])
  document.body.append(panel)
  let shown: HTMLAnchorElement | undefined

  const isOpen = () => panel.matches(':popover-open')
  const close = () => {
    if (isOpen()) panel.hidePopover()
  }

  /** @returns whether the page has a definition of the term */
  function fill(link: HTMLAnchorElement): boolean {
    const described = document.getElementById(link.getAttribute('aria-describedby') ?? '')
    if (!described) return false
    const { term = '', read: text = '' } = described.dataset
    name.textContent = term
    panel.ariaLabel = term
    definition.textContent = described.textContent
    read.textContent = text
    read.href = link.href
    return true
  }

  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed' && shown) shown.ariaExpanded = 'false'
  })
  panel.addEventListener('click', (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!opensElsewhere && closestTo(event, 'a')) close()
  })
  // The panel is at the end of the document, but its place in the tab order is after its term.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return
    if (event.shiftKey) event.preventDefault()
    if (!event.shiftKey && event.target === panel) return
    close()
    shown?.focus({ preventScroll: true })
  })

  return {
    isOpenFor: (link: HTMLAnchorElement | null) => link === shown && isOpen(),
    isOpen,
    close,
    contains: (target: EventTarget | null) => target instanceof Node && panel.contains(target),
    focus: () => panel.focus({ preventScroll: true }),
    /** Shows the definition of a term, beside the line of its link that the reader points at. */
    open(link: HTMLAnchorElement, pointer: Point) {
      const line = lineAt([...link.getClientRects()], pointer)
      if (!line || !link.isConnected || !fill(link)) return
      if (shown && shown !== link) shown.ariaExpanded = 'false'
      shown = link
      if (!isOpen()) panel.showPopover()
      link.ariaExpanded = 'true'
      const { clientWidth: width, clientHeight: height } = document.documentElement
      const size = { width: panel.offsetWidth, height: panel.offsetHeight }
      const { left, top } = placeBeside(line, size, { width, height })
      // Positioned in the page and not in the window, so that it scrolls with its word.
      panel.style.left = `${left + scrollX}px`
      panel.style.top = `${top + scrollY}px`
    },
  }
}
