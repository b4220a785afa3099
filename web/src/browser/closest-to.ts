/** The innermost element around the target of an event that matches a selector. */
export const closestTo = <E extends HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null
