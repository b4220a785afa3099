/** The link to a term that an event is about. */
export function findTerm(target: EventTarget | null): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest<HTMLAnchorElement>('a.term')) || undefined
}
