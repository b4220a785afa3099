import type { Selectable } from 'kysely'
import { together } from '#shared/together.ts'
import { shownRoster } from '../authors/roster.ts'
import { ONLY } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { shownHome } from '../pages/home-page.ts'
import { shownPageEntries } from '../pages/sitemap-entries.ts'
import { shownParts } from '../pages/sitemap-model.ts'
import { sectionsOf, shownTopics, shownTopicTitles } from '../topics/shown-topics.ts'
import { topicListsOf } from '../topics/topic-list.ts'
import { articlePath } from './article-path.ts'
import type { Placement } from './check-article.ts'
import { shownFavorites } from './favorites.ts'
import { isAuthorList, sitemapPartOf } from './listings.ts'
import { type Moves, watchMoves } from './move-between-lists.ts'
import { storedOrigin } from './origin.ts'
import { shownRelated } from './related-articles.ts'
import { shownSitemapList } from './shown-lists.ts'

const COLUMNS = [
  'slug',
  'status',
  'title',
  'description',
  'author',
  'body_html',
  'body_markdown',
  'takeaways',
  'provenance',
  'human_stated',
  'answered_by',
  'reviewed_by',
  'reviewed_at',
  'translation_key',
  'top_notch_rank',
  'favorite',
  'published_at',
  'updated_at',
  'reading_minutes',
] as const

/** What pages may show of an article, or choose it by. */
export interface ArticleState extends Pick<Selectable<ArticleTable>, (typeof COLUMNS)[number]> {
  /** As text: Postgres keeps no order of the fields of JSON. */
  headings: string
  sources: string
  placements: readonly Placement[]
}

type StateSource = Omit<ArticleState, 'headings' | 'sources' | 'placements'> & {
  headings: unknown
  sources: unknown
}

export const stateOf = (article: StateSource, placements: readonly Placement[]): ArticleState => ({
  ...article,
  headings: asText(article.headings),
  sources: asText(article.sources),
  placements,
})

/** The same text for the same value, whatever the order of fields. */
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

/** Looks at every page that may show other articles after this change, before it is written. */
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

  await together([
    watchMoves(edit, moves, pageSize),
    (listed || sectionDiffers || pickDiffers) && edit.watch(shownHome, ONLY),
    (listed || sectionDiffers) && edit.watch(shownSitemapList, ONLY),
    (listed || sectionDiffers) && before && edit.watch(shownRelated, [id]),
    (listed || differs(({ favorite }) => favorite)) && edit.watch(shownFavorites, ONLY),
    topicsDiffer && edit.watch(shownTopics, sectionsOf(topics)),
    topicsDiffer && edit.watch(shownTopicTitles, topics),
    authorDiffers && edit.watch(shownRoster, ONLY),
    (listed || moves.relettered.length > 0) && edit.watch(shownPageEntries, ONLY),
    (listed || differs(({ updated_at }) => updated_at)) &&
      edit.watch(shownParts, partsOf(moves).map(String)),
  ])
}

/** Of the XML site map, the files that name it. */
const partsOf = ({ all }: Moves) =>
  [...new Set([all.before, all.after])].flatMap((position) =>
    position === undefined ? [] : [sitemapPartOf(position)],
  )

const homeOf = ({ placements: [home] }: ArticleState) => [home?.category, home?.subcategory]

/** What different pages show of an article, by the tags that they read. */
const FACES: readonly [(id: string) => string, (state: ArticleState) => unknown][] = [
  [
    tags.article,
    (state) => [
      state.slug,
      state.title,
      state.description,
      state.author,
      state.body_html,
      // Of the twin in Markdown: two ways of writing it may give one text.
      state.body_markdown,
      state.headings,
      state.takeaways,
      state.sources,
      storedOrigin(state),
      state.translation_key,
      state.published_at,
      state.updated_at,
      state.reading_minutes,
      state.placements,
    ],
  ],
  [
    tags.card,
    (state) => [
      state.slug,
      state.title,
      state.description,
      state.author,
      state.published_at,
      state.reading_minutes,
      homeOf(state),
    ],
  ],
  [tags.definition, ({ slug, title, description }) => [slug, title, description]],
  [
    tags.feedEntry,
    (state) => [
      state.slug,
      state.title,
      state.description,
      state.author,
      state.body_html,
      state.published_at,
      state.updated_at,
      homeOf(state),
    ],
  ],
  [tags.link, ({ slug, title }) => [slug, title]],
  [tags.title, ({ slug, title, published_at }) => [slug, title, published_at]],
]

/** Says what pages show otherwise of the article itself. */
export function touchArticle(edit: Edit, id: string, { before, after, moves }: ArticleChange) {
  edit.touch(tags.draft(id))
  const shownBefore = before?.status === 'published' ? before : undefined
  const shownAfter = after.status === 'published' ? after : undefined
  for (const [tagOf, faceOf] of FACES) {
    const [was, is] = [shownBefore, shownAfter].map((state) => state && asText(faceOf(state)))
    // No page shows a new article's own parts yet, but search hears of it.
    if (was !== is && (before || tagOf === tags.title)) edit.touch(tagOf(id))
  }
  touchAddresses(edit, id, before, after)

  const inPart = (state: ArticleState | undefined, position: number | undefined) =>
    state && asText([state.slug, state.updated_at, position])
  if (inPart(shownBefore, moves.all.before) !== inPart(shownAfter, moves.all.after)) {
    edit.touch(...partsOf(moves).map(tags.sitemapPart))
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
  // What stands at its former addresses says where it is, or that it was withdrawn.
  if (before) edit.touch(tags.slug(id))
  if (before && before.slug !== after.slug) edit.touch(tags.address(articlePath(before.slug)))
}
