import { closestTo } from '../browser/closest-to.ts'
import { NARROW_MAX_PX } from './narrow-width.ts'

/** A mouse that only passes over a group leaves it within this time. */
const REST_MS = 120

/**
 * Opens the groups of the wide menu under a resting mouse. A click on a group that has just opened
 * this way does not close it, because the reader meant to open it. Fingers and pens do not hover.
 */
export function openGroupsOnHover(panel: HTMLElement): void {
  const narrow = matchMedia(`(width <= ${NARROW_MAX_PX}px)`)
  let timer: ReturnType<typeof setTimeout> | undefined
  let openedByHover: HTMLDetailsElement | undefined

  const cancel = () => clearTimeout(timer)

  panel.addEventListener('pointerover', (event) => {
    cancel()
    const group = findGroup(event)
    if (event.pointerType !== 'mouse' || narrow.matches || !group || group.open) return
    if (!opensBeside(group)) return
    timer = setTimeout(() => {
      group.open = true
      openedByHover = group
    }, REST_MS)
  })
  panel.addEventListener('pointerleave', cancel)

  panel.addEventListener('click', (event) => {
    cancel()
    const isMouse = event.detail > 0
    const group = findGroup(event)
    const staysOpen = isMouse && group?.open && group === openedByHover
    if (staysOpen && closestTo(event, 'summary')) event.preventDefault()
    openedByHover = undefined
  })
}

/** A group that opens inside the list would move the rest of it away from under the mouse. */
const opensBeside = ({ lastElementChild: list }: HTMLDetailsElement) =>
  list !== null && getComputedStyle(list).position === 'absolute'

const findGroup = (event: Event) => closestTo<HTMLDetailsElement>(event, 'details')
