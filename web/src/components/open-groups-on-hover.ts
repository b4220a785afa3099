/** A mouse that only passes over a group on its way does not open it. */
const REST_MS = 120

/**
 * Opens the groups of a menu under a resting mouse, where the style shows them beside the menu. A
 * click on a group that just opened this way keeps it open, as the reader meant.
 *
 * @returns a function that undoes it
 */
export function openGroupsOnHover(menu: HTMLElement): () => void {
  const removal = new AbortController()
  const { signal } = removal
  let timer: ReturnType<typeof setTimeout> | undefined
  let openedByHover: HTMLDetailsElement | undefined

  const cancel = () => clearTimeout(timer)
  const openSoon = (event: PointerEvent) => {
    cancel()
    const group = findGroup(event)
    if (event.pointerType !== 'mouse' || !group || group.open || !opensBeside(group)) return
    timer = setTimeout(() => {
      group.open = true
      openedByHover = group
    }, REST_MS)
  }
  const keepOpen = (event: MouseEvent) => {
    cancel()
    const isMouse = event.detail > 0
    if (isMouse && openedByHover?.open && findGroup(event) === openedByHover && isSummary(event)) {
      event.preventDefault()
    }
    openedByHover = undefined
  }

  menu.addEventListener('pointerover', openSoon, { signal })
  menu.addEventListener('pointerleave', cancel, { signal })
  menu.addEventListener('click', keepOpen, { signal })
  signal.addEventListener('abort', cancel)
  return () => removal.abort()
}

function findGroup({ target }: Event): HTMLDetailsElement | undefined {
  return (target instanceof Element && target.closest('details')) || undefined
}

function isSummary({ target }: Event): boolean {
  return target instanceof Element && target.closest('summary') !== null
}

function opensBeside(group: HTMLDetailsElement): boolean {
  const list = group.querySelector('ul')
  return list !== null && getComputedStyle(list).position === 'absolute'
}
