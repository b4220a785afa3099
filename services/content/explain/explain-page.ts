import { type Change, ChangeFeed } from '#shared/contracts/change.ts'
import { PageReads } from '#shared/contracts/explanation.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import { type Asked, askJson, type ExplainSources } from './ask-json.ts'
import { whyRebuilt } from './why-rebuilt.ts'

export interface ExplainedPage {
  path: PagePath
  /** The revision of the content that the stored page shows. */
  revision: Revision
  /** Edits that touched something the page shows, newest first, each with only those tags. */
  edits: Change[]
}

/** How many edits are looked at that the page shows already. */
const LAST_EDITS = 500

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
  const stored = `/explain?${new URLSearchParams({ path })}`
  const ifMissing = `No page is stored at ${path}`
  const { revision, tags } = await askJson(worker, { path: stored, ifMissing }, PageReads)

  const read = new Set(tags)
  const edits: Change[] = []
  let after: Revision | undefined = Math.max(0, revision - LAST_EDITS)
  // One answer of the change feed does not hold all the edits that an old page does not show yet.
  while (after !== undefined) {
    const { changes } = await askChanges(content, after)
    for (const change of changes) {
      const met = change.tags.filter((tag) => read.has(tag))
      if (met.length > 0) edits.push({ ...change, tags: met })
    }
    after = changes.at(-1)?.revision
  }
  return { path, revision, edits: edits.reverse() }
}

const askChanges = (content: Asked, after: Revision) =>
  askJson(content, { path: `/changes?after=${after}` }, ChangeFeed)

/** The most edits that are listed. */
const SHOWN_EDITS = 10
/** The most tags that are named under one reason: the first import of a page touches many. */
const SHOWN_TAGS = 3

/** The text that `npm run content -- explain /path` prints. */
export function printPage({ path, revision, edits }: ExplainedPage): string {
  const heading = `${path} shows revision ${revision}.`
  if (edits.length === 0) {
    return `${heading} None of the last ${LAST_EDITS} edits until then changed anything on it, and none since.\n`
  }
  const listed = edits.slice(0, SHOWN_EDITS).map((edit) => printEdit(edit, revision))
  return `${heading} These edits changed what is on it, newest first:\n\n${listed.join('\n')}`
}

function printEdit({ revision, at, tags }: Change, shown: number): string {
  const reasons = Array.from(Map.groupBy(tags, reasonOf), ([reason, tags]) => {
    const more = tags.length - SHOWN_TAGS
    const listed = `${tags.slice(0, SHOWN_TAGS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    return `  ${reason} (${listed})`
  })
  const heading = `Revision ${revision}, ${at}${revision > shown ? ', not shown yet' : ''}: the page`
  return [heading, ...reasons, ''].join('\n')
}

const reasonOf = (tag: Tag) =>
  tag === SHELL_TAG ? 'has header, footer and menu, as all pages have' : whyRebuilt([tag]).reason
