import { type Change, ChangeFeed, type TitleEntry, TitleList } from '#shared/contracts/change.ts'
import { PageReads } from '#shared/contracts/explanation.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { parseTag, SHELL_TAG } from '#shared/contracts/tags.ts'
import { type AskedService, askJson, type ExplainSources } from './ask-json.ts'
import { whyRebuilt } from './why-rebuilt.ts'

export interface ExplainedPage {
  path: PagePath
  /** The revision of the content that the stored page shows. */
  revision: Revision
  /** Edits that touched something the page shows, newest first, each with only those tags. */
  edits: Change[]
  /** Articles that are named by the tags that are printed, as far as they are published. */
  articles: Pick<TitleEntry, 'id' | 'title'>[]
  /** The edit that was asked about, if the page read none of its tags. */
  unread?: Change
}

/** How many edits are looked at that the page shows already. */
const LAST_EDITS = 500
/** No more than the content service gives in one answer. */
const MAX_TITLES = 100
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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
  const { revision, tags } = await askReads(worker, path)

  const edits: Change[] = []
  let after: Revision | undefined = Math.max(0, revision - LAST_EDITS)
  // One answer of the change feed does not hold all the edits that an old page does not show yet.
  while (after !== undefined) {
    const { changes } = await askChanges(content, after)
    edits.push(...changes.flatMap((change) => keepRead(change, tags)))
    after = changes.at(-1)?.revision
  }
  edits.reverse()
  return { path, revision, edits, articles: await findArticles(content, edits) }
}

/**
 * Looks at one edit: whether it touched something that a stored page shows.
 *
 * @throws {Error} with a message for the person at the terminal
 */
export async function explainEdit(
  { content, worker }: ExplainSources,
  path: PagePath,
  wanted: Revision,
): Promise<ExplainedPage> {
  const { revision, tags } = await askReads(worker, path)
  const { changes } = await askChanges(content, Math.max(0, wanted - 1))
  const edit = changes.find((change) => change.revision === wanted)
  if (!edit)
    throw new Error(`There is no edit with the revision ${wanted}, or it is not kept any more`)

  const edits = keepRead(edit, tags)
  if (edits.length === 0) return { path, revision, edits, articles: [], unread: edit }
  return { path, revision, edits, articles: await findArticles(content, edits) }
}

const askReads = (worker: AskedService, path: PagePath) =>
  askJson(
    worker,
    {
      path: `/explain?${new URLSearchParams({ path })}`,
      ifMissing: `No page is stored at ${path}`,
    },
    PageReads,
  )

const askChanges = (content: AskedService, after: Revision) =>
  askJson(content, { path: `/changes?after=${after}` }, ChangeFeed)

/** The edit with only those tags that the page read; nothing if it read none of them. */
function keepRead(edit: Change, read: readonly Tag[]): Change[] {
  const known = new Set(read)
  const met = edit.tags.filter((tag) => known.has(tag))
  return met.length === 0 ? [] : [{ ...edit, tags: met }]
}

async function findArticles(
  content: AskedService,
  edits: readonly Change[],
): Promise<TitleEntry[]> {
  const names = printed(edits).flatMap(({ reasons }) => reasons.flatMap(({ named }) => named))
  const ids = new Set(names.map((tag) => parseTag(tag).name).filter((name) => ID.test(name)))
  if (ids.size === 0) return []
  const path = `/titles?ids=${[...ids].slice(0, MAX_TITLES).join(',')}`
  const { titles } = await askJson(content, { path }, TitleList)
  return titles
}

/** The most edits that are listed. */
const SHOWN_EDITS = 10
/** The most tags that are named under one reason: the first import of a page touches many. */
const SHOWN_TAGS = 3
/** The most tags of an edit that are named when the page read none of them. */
const SHOWN_UNREAD = 20

/** The text that `npm run content -- explain /path` prints. */
export function printPage({ path, revision, edits, articles, unread }: ExplainedPage): string {
  const heading = `${path} shows revision ${revision}.`
  if (unread) {
    const tags = unread.tags.slice(0, SHOWN_UNREAD).map((tag) => `  ${tag}\n`)
    const more = unread.tags.length - tags.length
    const rest = more > 0 ? `  and ${more} more\n` : ''
    return `${heading} It read none of the tags that revision ${unread.revision}, ${unread.at}, touched:\n\n${tags.join('')}${rest}`
  }
  if (edits.length === 0) {
    return `${heading} None of the last ${LAST_EDITS} edits until then changed anything on it, and none since.\n`
  }
  const titles = new Map(articles.map(({ id, title }) => [id, title]))
  const listed = printed(edits).map(({ edit, reasons }) => {
    const when = `Revision ${edit.revision}, ${edit.at}`
    const lines = reasons.map(({ reason, named, more }) => {
      const tags = named.map((tag) => withTitle(tag, titles.get(parseTag(tag).name))).join(', ')
      return `  ${reason} (${tags}${more > 0 ? ` and ${more} more` : ''})\n`
    })
    return `${when}${edit.revision > revision ? ', not shown yet' : ''}: the page\n${lines.join('')}`
  })
  return `${heading} These edits changed what is on it, newest first:\n\n${listed.join('\n')}`
}

const withTitle = (tag: Tag, title: string | undefined) =>
  title === undefined ? tag : `${tag} "${title}"`

/** What is printed: the newest edits, each with its reasons, and a few tags of each reason. */
const printed = (edits: readonly Change[]) =>
  edits.slice(0, SHOWN_EDITS).map((edit) => ({
    edit,
    reasons: Array.from(Map.groupBy(edit.tags, reasonOf), ([reason, tags]) => ({
      reason,
      named: tags.slice(0, SHOWN_TAGS),
      more: tags.length - SHOWN_TAGS,
    })),
  }))

const reasonOf = (tag: Tag) =>
  tag === SHELL_TAG
    ? 'has header, footer and menu, as all pages have'
    : whyRebuilt([tag], 'an article').reason
