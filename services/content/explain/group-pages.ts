import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { whyRebuilt } from './why-rebuilt.ts'

export interface PageGroup {
  /** Why these pages are rebuilt: a sentence about each of them without the subject. */
  reason: string
  paths: PagePath[]
}

/**
 * Groups pages by why they are rebuilt, each page once, under its most direct reason. Groups are in
 * the order of their reasons.
 *
 * @param own the path of the article's page
 */
export function groupPages(pages: ExplainAnswer['pages'], own: PagePath): PageGroup[] {
  const explained = pages
    .map(({ path, tags }) => ({ path, ...whyRebuilt({ path, tags, own }) }))
    .sort((a, b) => a.rank - b.rank || a.reason.localeCompare(b.reason))
  const groups = Map.groupBy(explained, ({ reason }) => reason)
  return Array.from(groups, ([reason, group]) => ({ reason, paths: group.map(({ path }) => path) }))
}
