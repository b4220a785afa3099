import type { Selectable } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { isAuthorList, sitemapPartOf } from '../addresses/lists.ts'
import type { Placement } from '../addresses/placement.ts'
import { topicListsOf } from '../addresses/topic-list.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { ArticleTable } from '../database/schema.ts'
import { storedOrigin } from '../drafts/origin.ts'
import { editorsPicks } from '../library/editors-picks.ts'
import { shownFavorites } from '../library/favorites.ts'
import { shownHome } from '../library/home-choice.ts'
import { shownRelated } from '../library/related-articles.ts'
import { shownRoster } from '../library/roster.ts'
import { shownSitemapList } from '../library/shown-lists.ts'
import { sectionsOf, shownTopics, shownTopicTitles } from '../library/shown-topics.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { shownParts } from '../library/sitemap-parts.ts'
import { type Moves, watchMoves } from './move-between-lists.ts'

type Columns = Omit<Selectable<ArticleTable>, 'id' | 'revision' | 'headings' | 'sources'>

/** What pages may show of an article, or use to choose it. */
export interface ArticleState extends Columns {
  /** As text with sorted fields, because Postgres does not keep the order of fields in JSON. */
  headings: string
  sources: string
  placements: readonly Placement[]
}

export const stateOf = (
  article: Columns & { headings: unknown; sources: unknown },
  placements: readonly Placement[],
): ArticleState => ({
  ...article,
  headings: asText(article.headings),
  sources: asText(article.sources),
  placements,
})

/** Equal text for equal values, whatever the order of fields. */
export const asText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, withSortedFields)

function withSortedFields(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value
}

export interface ArticleChange {
  /** `undefined` for a new article. */
  before: ArticleState | undefined
  after: ArticleState
  moves: Moves
}

/** Watches every page that may show other articles after this change. Call it before writing. */
export async function watchPages(
  edit: Edit,
  id: string,
  { before, after, moves, pageSize }: ArticleChange & { pageSize: number },
): Promise<void> {
  const states = [before, after].filter((state) => state?.status === 'published')
  const differs = (read: (state: ArticleState) => unknown) =>
    before === undefined || asText(read(before)) !== asText(read(after))
  const listed = [...moves.left, ...moves.joined, ...moves.redated].length > 0
  const sectionDiffers = differs(homeOf)
  const picked = states.some((state) => state?.favorite || state?.top_notch_rank !== null)
  const pickDiffers =
    picked && (listed || differs((state) => [state.favorite, state.top_notch_rank]))

  const topics = topicListsOf(states.flatMap((state) => state?.placements ?? []))
  const topicsDiffer = listed || differs(({ placements }) => placements)
  const authorDiffers = [...moves.left, ...moves.joined].some(({ list }) => isAuthorList(list))

  await settleAll([
    watchMoves(edit, moves, pageSize),
    picked && edit.watch(editorsPicks, ONLY),
    (listed || sectionDiffers || pickDiffers) && edit.watch(shownHome, ONLY),
    (listed || sectionDiffers) && edit.watch(shownSitemapList, ONLY),
    (listed || sectionDiffers) && before && edit.watch(shownRelated, [id]),
    (listed || differs(({ favorite }) => favorite)) && edit.watch(shownFavorites, ONLY),
    topicsDiffer && edit.watch(shownTopics, sectionsOf(topics)),
    topicsDiffer && edit.watch(shownTopicTitles, topics),
    authorDiffers && edit.watch(shownRoster, ONLY),
    (listed || moves.relettered.length > 0) && edit.watch(shownPageEntries, ONLY),
    (listed || differs(({ updated_at }) => updated_at)) &&
      edit.watch(shownParts, sitemapPartsOf(moves).map(String)),
  ])
}

/** The files of the XML site map that list the article. */
const sitemapPartsOf = ({ all }: Moves) =>
  [...new Set([all.before, all.after])].flatMap((position) =>
    position === undefined ? [] : [sitemapPartOf(position)],
  )

const homeOf = ({ placements: [home] }: Pick<ArticleState, 'placements'>) => [
  home?.category,
  home?.subcategory,
]

/** What the pages with a tag show of an article, for each of the article's tags. */
const FACES: readonly [(id: string) => string, (state: ArticleState) => unknown][] = [
  [
    tags.article,
    // The Markdown version of the page: different Markdown may give the same HTML.
    ({ body_html, body_markdown, headings, takeaways, sources, placements, ...state }) => [
      [body_html, body_markdown, headings, takeaways, sources, placements],
      [state.slug, state.title, state.description, state.author, storedOrigin(state)],
      [state.translation_key, state.published_at, state.updated_at, state.reading_minutes],
    ],
  ],
  [
    tags.card,
    ({ slug, title, description, author, published_at, reading_minutes, ...state }) => [
      ...[slug, title, description, author, published_at, reading_minutes, homeOf(state)],
    ],
  ],
  [tags.definition, ({ slug, title, description }) => [slug, title, description]],
  [
    tags.feedEntry,
    ({ slug, title, description, author, body_html, published_at, updated_at, ...state }) => [
      ...[slug, title, description, author, body_html, published_at, updated_at, homeOf(state)],
    ],
  ],
  [tags.link, ({ slug, title }) => [slug, title]],
  [tags.title, ({ slug, title, published_at }) => [slug, title, published_at]],
]

/** Touches the tags of everything about the article itself that pages now show differently. */
export function touchArticle(edit: Edit, id: string, { before, after, moves }: ArticleChange) {
  edit.touch(tags.draft(id))
  const shownBefore = before?.status === 'published' ? before : undefined
  const shownAfter = after.status === 'published' ? after : undefined
  for (const [tagOf, faceOf] of FACES) {
    const [was, is] = [shownBefore, shownAfter].map((state) => state && asText(faceOf(state)))
    if (was === is) continue
    if (tagOf === tags.article) edit.pages.add(articlePath(after.slug))
    // No page has read the tags of a new article yet, but search follows its title.
    if (before || tagOf === tags.title) edit.touch(tagOf(id))
  }
  touchAddresses(edit, id, before, after)

  const inPart = (state: ArticleState | undefined, position: number | undefined) =>
    state && asText([state.slug, state.updated_at, position])
  if (inPart(shownBefore, moves.all.before) !== inPart(shownAfter, moves.all.after)) {
    edit.touch(...sitemapPartsOf(moves).map(tags.sitemapPart))
  }
}

function touchAddresses(
  edit: Edit,
  id: string,
  before: ArticleState | undefined,
  after: ArticleState,
) {
  if (before?.slug === after.slug && before.status === after.status) return
  edit.touch(tags.address(articlePath(after.slug)))
  // Former addresses redirect to the current one, or say that the article was withdrawn.
  if (before) edit.touch(tags.slug(id))
  if (before && before.slug !== after.slug) edit.touch(tags.address(articlePath(before.slug)))
}
