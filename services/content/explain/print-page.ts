import type { Change } from '#shared/contracts/change.ts'
import type { Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import { type ExplainedPage, LAST_EDITS } from './explain-page.ts'
import { whyRebuilt } from './why-rebuilt.ts'

/** The most edits that are listed. */
const SHOWN_EDITS = 10
/** The most tags that are named under one reason: the first import of a page touches many. */
const SHOWN_TAGS = 3

/** The text that `npm run content -- explain /path` prints. */
export function printPage({ path, revision, edits }: ExplainedPage): string {
  const heading = `${path} shows revision ${revision}.`
  if (edits.length === 0) {
    return `${heading} None of the last ${LAST_EDITS} edits before changed anything on it.\n`
  }
  const listed = edits.slice(0, SHOWN_EDITS).map((edit) => printEdit(edit, revision))
  return `${heading} These edits changed what is on it, newest first:\n\n${listed.join('\n')}`
}

function printEdit({ revision, at, tags }: Change, shown: number): string {
  const reasons = [...Map.groupBy(tags, reasonOf)]
  return [
    `Revision ${revision}, ${at}${revision > shown ? ', not shown yet' : ''}: the page`,
    ...reasons.map(([reason, tags]) => `  ${reason} (${listTags(tags)})`),
    '',
  ].join('\n')
}

const reasonOf = (tag: Tag) =>
  tag === SHELL_TAG
    ? 'has header, footer and menu, as all pages have'
    : whyRebuilt({ path: '', tags: [tag], own: undefined }).reason

function listTags(tags: readonly Tag[]): string {
  const more = tags.length - SHOWN_TAGS
  return `${tags.slice(0, SHOWN_TAGS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
