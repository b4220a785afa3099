import { findTerm } from './find-term.ts'
import { createTermPanel, type Point } from './term-panel.ts'

/** A mouse that only passes over a term leaves it within this time. */
const REST_MS = 250
/** The time that a mouse has for its way from the term to its popover. */
const LEAVE_MS = 250

export type TermPopover = ReturnType<typeof createTermPopover>

/** One popover for all terms of all pages, with the definitions that are listed under the text. */
export function createTermPopover() {
  const panel = createTermPanel()
  /** Whether a resting mouse opened the popover, and not a click or a key. */
  let isByHover = false
  /** The term whose open popover the current press will close, before its click arrives. */
  let pressed: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const cancel = () => clearTimeout(timer)
  const later = (ms: number, act: () => void) => {
    cancel()
    timer = setTimeout(act, ms)
  }
  const close = () => {
    cancel()
    panel.close()
  }
  const wasRequested = (link: HTMLAnchorElement | null) => panel.isOpenFor(link) && !isByHover

  function open(link: HTMLAnchorElement, pointer: Point, byHover: boolean) {
    cancel()
    isByHover = byHover
    panel.open(link, pointer)
  }

  function openLater(link: HTMLAnchorElement, pointer: Point) {
    later(REST_MS, () => {
      if (link.matches(':hover')) open(link, pointer, true)
    })
  }

  function handleHover(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return
    const link = findTerm(event)
    if (link && !panel.isOpenFor(link)) openLater(link, event)
    else if (link || panel.contains(event.target) || !isByHover) cancel()
    else later(LEAVE_MS, close)
  }

  function handlePress(event: Event) {
    const link = findTerm(event)
    pressed = wasRequested(link) ? link : null
  }

  addEventListener('popstate', close)
  addEventListener('pagehide', close)
  document.addEventListener('pointerdown', handlePress, { capture: true, passive: true })
  document.addEventListener('pointerover', handleHover)

  // The pointer that caused this script to load may still rest on its term.
  const resting = document.querySelector<HTMLAnchorElement>('a.term:hover')
  if (resting && matchMedia('(hover: hover)').matches) openLater(resting, { x: 0, y: 0 })

  return {
    /** Opens the popover of a term that was clicked, or closes it. */
    toggle(link: HTMLAnchorElement, click: MouseEvent) {
      const wasOpen = wasRequested(link) || link === pressed
      pressed = null
      if (wasOpen) return close()
      open(link, { x: click.clientX, y: click.clientY }, false)
      panel.focus()
    },
  }
}
