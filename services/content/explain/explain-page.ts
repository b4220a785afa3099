import { type Change, ChangeFeed } from '#shared/contracts/change.ts'
import { PageReads } from '#shared/contracts/explanation.ts'
import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { askJson } from './ask-json.ts'
import type { ExplainSources } from './explain-edits.ts'

export interface ExplainedPage {
  path: PagePath
  /** The revision of the content that the stored page shows. */
  revision: Revision
  /** Edits that touched something the page shows, newest first, each with only those tags. */
  edits: Change[]
}

/** How many edits are looked at: no more than the change feed gives in one answer. */
export const LAST_EDITS = 500

/**
 * Looks for the edits that made a stored page stale, among the last ones before it was made and any
 * that it does not show yet. Edits of every kind count, imports included.
 *
 * @throws {Error} with a message for the person at the terminal
 */
export async function explainPage(
  { content, worker }: ExplainSources,
  path: PagePath,
): Promise<ExplainedPage> {
  const query = new URLSearchParams({ path })
  const page = await askJson(worker, { method: 'GET', path: `/explain?${query}` }, PageReads)
  if (!page) throw new Error(`No page is stored at ${path}`)
  const { revision } = page
  const after = Math.max(0, revision - LAST_EDITS)
  const feed = await askJson(
    content,
    { method: 'GET', path: `/changes?after=${after}` },
    ChangeFeed,
  )
  if (!feed) throw new Error(`What answers at ${content.url} has no change feed. ${content.remedy}`)

  const read = new Set(page.tags)
  const edits = feed.changes
    .map((change) => ({ ...change, tags: change.tags.filter((tag) => read.has(tag)) }))
    .filter(({ tags }) => tags.length > 0)
  return { path, revision, edits: edits.reverse() }
}
