import type { Selectable } from 'kysely'
import { firstChart } from '#shared/charts/first-chart.ts'
import { keysOf } from '#shared/keys-of.ts'
import type { Placement } from '../addresses/placement.ts'
import type { tags } from '../changes/tags.ts'
import type { ArticleTable } from '../database/schema.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { picturesIn } from '../markdown/picture-figure.ts'
import { plainText } from '../markdown/plain-text.ts'

type Columns = Selectable<ArticleTable>

/** The columns of an article that an edit writes, every one of them. */
export type WrittenRow = Omit<Columns, 'id' | 'revision' | 'reading_minutes'>

/** What pages may show of an article, or use to choose it. */
export interface ArticleState extends Omit<Columns, 'id' | 'revision'> {
  placements: readonly Placement[]
  /** The first chart of its text. */
  chart: string | undefined
  /** Its text without markup, and the first picture of it. */
  words: string
  picture: string | undefined
  /** Category and subcategory of its first placement. */
  home: readonly (string | undefined)[]
}

/** The tags of an article's own that pages read, by their names in `tags`. */
export const READ_TAGS = [
  'article',
  'card',
  'chart',
  'definition',
  'feedEntry',
  'link',
  'title',
] as const satisfies (keyof typeof tags)[]
export type ReadTag = (typeof READ_TAGS)[number]

/** What else an edit looks at or touches because of a field. */
export type Use =
  | ReadTag
  | ('address' | 'favorites' | 'picks' | 'section' | 'topics')
  | ('sitemapPart' | 'sitemapIndex')

/**
 * What shows each field of an article, or uses it to choose articles. A change of a field touches
 * the tags that it names. Which lists an article is in, and where, is not here: `planMoves` says so.
 */
export const SHOWN_IN = {
  slug: [...READ_TAGS, 'address', 'sitemapPart'],
  status: [...READ_TAGS, 'address'],
  title: READ_TAGS,
  description: ['article', 'card', 'definition', 'feedEntry'],
  author: ['article', 'card', 'feedEntry'],
  // The Markdown version of the page: different Markdown may give the same HTML.
  body_markdown: ['article'],
  body_html: ['article'],
  headings: ['article'],
  renderer_version: [],
  word_count: [],
  reading_minutes: ['article', 'card'],
  answer: ['article'],
  takeaways: ['article'],
  sources: ['article'],
  provenance: ['article'],
  human_stated: ['article'],
  answered_by: ['article'],
  reviewed_by: ['article'],
  reviewed_at: ['article'],
  checked_at: ['article'],
  valid_for: ['article'],
  expires_at: ['article'],
  expires_to: [],
  gone_to: ['address'],
  corrections: ['article'],
  changes: ['article', 'feedEntry'],
  translation_key: ['article'],
  top_notch_rank: ['picks'],
  favorite: ['favorites', 'picks'],
  published_at: ['article', 'card', 'feedEntry', 'title'],
  updated_at: ['article', 'feedEntry', 'sitemapPart', 'sitemapIndex'],
  placements: ['article', 'topics'],
  chart: ['chart'],
  words: ['feedEntry'],
  picture: ['feedEntry'],
  home: ['card', 'feedEntry', 'section'],
} satisfies Record<keyof ArticleState, readonly Use[]>

const FIELDS = keysOf(SHOWN_IN)

export const stateOf = (
  article: Omit<ArticleState, 'placements' | 'home' | 'chart' | 'words' | 'picture'>,
  placements: readonly Placement[],
): ArticleState => ({
  ...article,
  placements,
  chart: firstChart(article.body_html),
  words: plainText(article.body_html),
  picture: picturesIn(article.body_html)[0],
  home: [placements[0]?.category, placements[0]?.subcategory],
})

/** Whether two values of a field are the same, as the database stores them. */
export const areEqual = (a: unknown, b: unknown): boolean =>
  // Long texts that differ are not written out to find that again.
  a === b || (typeof a === 'object' && typeof b === 'object' && sortedJson(a) === sortedJson(b))

/** The uses of an article that change; all of them if it is new. */
export const changedUses = (
  before: ArticleState | undefined,
  after: ArticleState,
): ReadonlySet<Use> =>
  usesOf(FIELDS.filter((field) => !before || !areEqual(before[field], after[field])))

export const usesOf = (fields: readonly (keyof ArticleState)[]): ReadonlySet<Use> =>
  new Set(fields.flatMap((field): readonly Use[] => SHOWN_IN[field]))
