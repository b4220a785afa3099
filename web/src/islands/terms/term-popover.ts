import { closestTo } from '../../closest-to.ts'
import { createElement } from '../../create-element.ts'
import { findTerm } from './find-term.ts'
import { lineAt, placeBeside } from './place-beside.ts'

/** A mouse that only passes over a term on its way does not open it. */
const REST_MS = 250
/** How long a mouse may be on its way from the term to its popover. */
const LEAVE_MS = 250

export type TermPopover = ReturnType<typeof createTermPopover>

/** One popover for all terms of all pages: native, with the words that stand under the text. */
export function createTermPopover() {
  const { panel, show } = createPanel()
  let shown: HTMLAnchorElement | undefined
  /** It came by itself, under a resting mouse. */
  let isByHover = false
  /** The term whose popover was asked for before the press that closed it. */
  let pressed: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOpen = () => panel.matches(':popover-open')
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  const close = () => {
    clearTimeout(timer)
    if (isOpen()) panel.hidePopover()
  }

  function open(link: HTMLAnchorElement, pointer: { x: number; y: number }) {
    clearTimeout(timer)
    const line = lineAt([...link.getClientRects()], pointer)
    if (!line || !link.isConnected || !show(link)) return
    if (shown && shown !== link) shown.ariaExpanded = 'false'
    shown = link
    if (!isOpen()) panel.showPopover()
    link.ariaExpanded = 'true'
    const { clientWidth: width, clientHeight: height } = document.documentElement
    const size = { width: panel.offsetWidth, height: panel.offsetHeight }
    const { left, top } = placeBeside(line, size, { width, height })
    // Of the page and not of the window: it moves with its word.
    panel.style.left = `${left + scrollX}px`
    panel.style.top = `${top + scrollY}px`
  }

  function openLater(link: HTMLAnchorElement, pointer: { x: number; y: number }) {
    later(REST_MS, () => {
      if (!link.matches(':hover')) return
      isByHover = true
      open(link, pointer)
    })
  }

  function giveBackFocus() {
    close()
    shown?.focus({ preventScroll: true })
  }

  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed' && shown) shown.ariaExpanded = 'false'
  })
  panel.addEventListener('click', (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!opensElsewhere && closestTo(event, 'a')) close()
  })
  // It stands at the end of the document, and is read right after its term.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return
    if (event.shiftKey) event.preventDefault()
    if (event.shiftKey || event.target !== panel) giveBackFocus()
  })
  addEventListener('popstate', close)
  addEventListener('pagehide', close)

  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = findTerm(event)
      pressed = link && link === shown && isOpen() && !isByHover ? link : null
    },
    { capture: true, passive: true },
  )
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return
    const link = findTerm(event)
    const isInside = event.target instanceof Node && panel.contains(event.target)
    if (link && !(isOpen() && link === shown)) {
      openLater(link, event)
    } else if (link || isInside) clearTimeout(timer)
    else if (isOpen() && isByHover) later(LEAVE_MS, close)
    else clearTimeout(timer)
  })

  // The pointer that caused this script to load may still rest on its term.
  const resting = document.querySelector<HTMLAnchorElement>('a.term:hover')
  if (resting && matchMedia('(hover: hover)').matches) openLater(resting, { x: 0, y: 0 })

  return {
    /** Opens what belongs to a term, or closes it. */
    toggle(link: HTMLAnchorElement, click: MouseEvent) {
      const wasOpen = (isOpen() && link === shown && !isByHover) || link === pressed
      pressed = null
      if (wasOpen) return close()
      isByHover = false
      open(link, { x: click.clientX, y: click.clientY })
      panel.focus({ preventScroll: true })
    },
  }
}

/** @returns the panel, and what puts the words of a term into it, if the page has them */
function createPanel() {
  const name = createElement('p', { class: 'term-popover-name' })
  const definition = createElement('p', {})
  const read = createElement('a', { class: 'arrow-link' })
  const attributes = { class: 'term-popover', popover: 'auto', role: 'dialog', tabindex: '-1' }
  const panel = createElement('div', attributes, [name, definition, read])
  document.body.append(panel)

  function show(link: HTMLAnchorElement): boolean {
    const described = document.getElementById(link.getAttribute('aria-describedby') ?? '')
    if (!described) return false
    const { term = '', read: words = '' } = described.dataset
    name.textContent = term
    panel.ariaLabel = term
    definition.textContent = described.textContent
    read.textContent = words
    read.href = link.href
    return true
  }
  return { panel, show }
}
