/** The innermost element around what an event is about that a selector matches. */
export const closestTo = <E extends HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null
