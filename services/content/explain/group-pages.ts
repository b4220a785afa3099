import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { whyRebuilt } from './why-rebuilt.ts'

export interface PageGroup {
  /** Why these pages are rebuilt, as a sentence about each of them without its subject. */
  reason: string
  paths: PagePath[]
}

/**
 * Pages by why they are rebuilt, each once, under its best reason. Groups come in the order of
 * their reasons, from the page itself outwards.
 *
 * @param own the article's page
 */
export function groupPages(pages: ExplainAnswer['pages'], own: PagePath): PageGroup[] {
  const groups = new Map<string, { rank: number; paths: PagePath[] }>()
  for (const { path, tags } of pages) {
    const { reason, rank } = whyRebuilt({ path, tags, own })
    const group = groups.get(reason) ?? { rank, paths: [] }
    group.paths.push(path)
    groups.set(reason, group)
  }
  return [...groups]
    .sort(([a, x], [b, y]) => x.rank - y.rank || a.localeCompare(b))
    .map(([reason, { paths }]) => ({ reason, paths }))
}
