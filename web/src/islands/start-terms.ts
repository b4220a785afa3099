import { findTerm } from './terms/find-term.ts'
import type { TermPopover } from './terms/term-popover.ts'

/**
 * A term in a text is a link to the article that explains it. With scripts a click shows its
 * definition in a popover, whose code is loaded when the reader first points at or focuses a term.
 */
export function startTerms(): void {
  if (!('popover' in HTMLElement.prototype)) return
  let popover: Promise<TermPopover> | undefined
  const load = () => {
    popover ??= import('./terms/term-popover.ts').then(
      ({ createTermPopover }) => createTermPopover(),
      (error) => {
        popover = undefined
        throw error
      },
    )
    return popover
  }

  const prepare = (event: Event) => {
    const link = findTerm(event)
    if (!link) return
    link.ariaHasPopup = 'dialog'
    // A failure is ignored, because the link works without the popover.
    load().catch(() => {})
  }
  for (const kind of ['pointerover', 'focusin'] as const) {
    document.addEventListener(kind, prepare, { passive: true })
  }

  // In the capture phase, before the runtime handles the click as a navigation.
  document.addEventListener('click', handleClick, { capture: true })

  function handleClick(event: MouseEvent) {
    const link = findTerm(event)
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || event.button !== 0) return
    event.preventDefault()
    load().then(
      (terms) => terms.toggle(link, event),
      () => location.assign(link.href),
    )
  }
}
