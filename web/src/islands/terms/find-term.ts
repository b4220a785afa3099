import { closestTo } from '../../browser/closest-to.ts'

/** The link of the term at the target of an event. */
export const findTerm = (event: Event) => closestTo<HTMLAnchorElement>(event, 'a.term')
