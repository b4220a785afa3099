interface ShownForAWhile<T> {
  show: (thing: T) => void
  hide: (thing: T) => void
  forMs: number
}

/**
 * @returns a function that shows a thing for a time. Showing it again restarts that time; another
 *   thing replaces it immediately
 */
export function showForAWhile<T>({ show, hide, forMs }: ShownForAWhile<T>): (thing: T) => void {
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
