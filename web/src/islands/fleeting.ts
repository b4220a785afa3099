interface FleetingOptions<T> {
  show: (thing: T) => void
  hide: (thing: T) => void
  forMs: number
}

/**
 * Shows one thing for some time. Showing it again restarts that time; another thing replaces it at
 * once.
 */
export function createFleeting<T>({ show, hide, forMs }: FleetingOptions<T>): (thing: T) => void {
  let shown: { thing: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    if (shown) hide(shown.thing)
    shown = undefined
  }
  return (thing) => {
    clearTimeout(timer)
    if (shown?.thing !== thing) end()
    shown = { thing }
    show(thing)
    timer = setTimeout(end, forMs)
  }
}
