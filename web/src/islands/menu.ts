import { closestTo } from '../browser/closest-to.ts'
import { openGroupsOnHover } from './open-groups-on-hover.ts'

/**
 * The panel is a native popover, and its groups are native `details`: they open and close without a
 * script. This adds what the platform leaves out: the state of the button, closing after a choice
 * and when the focus leaves the menu, and Escape that closes one level at a time.
 */
export function startMenu(): void {
  const button = document.querySelector<HTMLElement>('.menu-button')
  const panel = document.querySelector<HTMLElement>('.menu-panel')
  // Browsers without popovers show the links in the page, so there is nothing to close.
  if (!button || !panel || !('popover' in panel)) return

  const isOpen = () => panel.matches(':popover-open')
  /** The innermost visible one: a closed group hides the groups that are still open in it. */
  const openGroup = () =>
    panel.querySelector<HTMLDetailsElement>('.menu-group[open] [open]') ??
    panel.querySelector<HTMLDetailsElement>('.menu-group[open]')

  button.ariaExpanded = String(isOpen())
  panel.addEventListener('beforetoggle', ({ newState }) => {
    button.ariaExpanded = String(newState === 'open')
  })
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return
    for (const group of panel.querySelectorAll('details')) group.open = false
  })

  panel.addEventListener('click', (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!opensElsewhere && closestTo(event, 'a')) panel.hidePopover()
  })

  document.addEventListener('focusin', ({ target }) => {
    const isInside = target === button || (target instanceof Node && panel.contains(target))
    if (!isInside && isOpen()) panel.hidePopover()
  })

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return
    event.preventDefault()
    const group = openGroup()
    if (group) {
      if (group.contains(document.activeElement)) group.querySelector('summary')?.focus()
      group.open = false
    } else {
      panel.hidePopover()
      button.focus()
    }
  })

  openGroupsOnHover(panel)
}
