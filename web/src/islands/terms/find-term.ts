import { closestTo } from '../../closest-to.ts'

/** The link to a term that an event is about. */
export const findTerm = (event: Event) => closestTo<HTMLAnchorElement>(event, 'a.term')
