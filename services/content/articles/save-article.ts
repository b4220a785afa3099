import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Instant, Locale, Slug } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { articleId } from './article-id.ts'
import { articlePath } from './article-path.ts'
import type { CheckedArticle, Placement } from './check-article.ts'
import { listsOf, moveBetweenLists } from './listings.ts'
import { RENDERER_VERSION } from './render-markdown.ts'

export interface SaveContext {
  locale: Locale
  pageSize: number
  now: Date
}

export type StoredArticle = Selectable<ArticleTable>

/**
 * Creates or replaces an article, published. Saving what is there already touches nothing.
 *
 * @param existing the article that is replaced, whatever its slug was
 * @returns the article's id
 */
export async function saveArticle(
  edit: Edit,
  slug: Slug,
  article: CheckedArticle,
  existing: StoredArticle | undefined,
  { locale, pageSize, now }: SaveContext,
): Promise<string> {
  const id = existing?.id ?? (await freeId(edit, articleId(locale, slug)))
  const placementsBefore = existing ? await placementsOf(edit.tx, id) : []
  const row = rowOf(slug, article, existing, now)
  const changed = existing ? changedColumns(existing, row) : new Set(Object.keys(row))
  const moved = !samePlacements(placementsBefore, article.placements)
  if (existing && changed.size === 0 && !moved) return id

  const written = { ...row, revision: edit.revision }
  const { reading_minutes } = existing
    ? await edit.tx
        .updateTable('article')
        .set(written)
        .where('id', '=', id)
        .returning('reading_minutes')
        .executeTakeFirstOrThrow()
    : await edit.tx
        .insertInto('article')
        .values({ id, ...written })
        .returning('reading_minutes')
        .executeTakeFirstOrThrow()
  if (existing?.reading_minutes !== reading_minutes) changed.add('reading_minutes')
  if (moved) await replacePlacements(edit, id, article.placements)
  await moveBetweenLists(
    edit,
    { id, publishedAt: row.published_at },
    listsOf(article.placements, row.author),
    pageSize,
  )
  if (existing?.slug !== slug) {
    if (existing) await leaveRedirect(edit, id, existing.slug)
    await dropRedirect(edit, slug)
    edit.touch(tags.address(articlePath(slug)))
  }

  touchPages(edit, id, existing, row, changed, moved)
  return id
}

/** Takes an article out of every list and search; readers of its address are told that it is gone. */
export async function withdrawArticle(
  edit: Edit,
  article: StoredArticle,
  pageSize: number,
): Promise<void> {
  if (article.status === 'gone') return
  await edit.tx
    .updateTable('article')
    .set({ status: 'gone', revision: edit.revision })
    .where('id', '=', article.id)
    .execute()
  await moveBetweenLists(edit, { id: article.id, publishedAt: article.published_at }, [], pageSize)
  touchPages(edit, article.id, article, article, new Set(['status']), true)
}

/** An id is taken when its first slug was given up in a rename and is used again. */
async function freeId(edit: Edit, wanted: string): Promise<string> {
  const taken = await edit.tx
    .selectFrom('article')
    .select('id')
    .where('id', '=', wanted)
    .executeTakeFirst()
  return taken ? randomUUID() : wanted
}

type ArticleRow = ReturnType<typeof rowOf>

const TEXT_COLUMNS = ['title', 'description', 'body_markdown', 'takeaways', 'sources'] as const

function rowOf(
  slug: Slug,
  article: CheckedArticle,
  existing: StoredArticle | undefined,
  now: Date,
) {
  const published_at = article.publishedAt ?? existing?.published_at ?? now.toISOString()
  const row = {
    slug,
    status: 'published' as const,
    title: article.title,
    description: article.description,
    author: article.author,
    body_markdown: article.body,
    body_html: article.rendered.html,
    headings: asText(article.rendered.headings),
    renderer_version: RENDERER_VERSION,
    word_count: article.rendered.wordCount,
    takeaways: article.takeaways,
    sources: asText(article.sources),
    provenance: article.provenance,
    top_notch_rank: article.topNotchRank,
    favorite: article.favorite,
    published_at,
  }
  const textChanged =
    existing !== undefined &&
    TEXT_COLUMNS.some((column) => asText(existing[column]) !== asText(row[column]))
  const updated_at = latest(
    published_at,
    article.updatedAt ?? (textChanged ? now.toISOString() : (existing?.updated_at ?? published_at)),
  )
  return { ...row, updated_at }
}

const latest = (a: Instant, b: Instant) => (a > b ? a : b)

/** Columns compare by what is stored; Postgres keeps no order of the fields of JSON. */
const asText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, withSortedFields)

function withSortedFields(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value
}

function changedColumns(existing: StoredArticle, row: ArticleRow): Set<string> {
  return new Set(
    Object.entries(row)
      .filter(([column, value]) => asText(Reflect.get(existing, column)) !== asText(value))
      .map(([column]) => column),
  )
}

/** What a card shows of an article, apart from its author and section. */
const CARD_COLUMNS = [
  'slug',
  'status',
  'title',
  'description',
  'author',
  'published_at',
  'reading_minutes',
]
const TITLE_COLUMNS = ['slug', 'status', 'title', 'published_at']
const SITEMAP_COLUMNS = ['slug', 'status', 'updated_at', 'published_at']
const PICK_COLUMNS = ['top_notch_rank', 'favorite', 'status', 'published_at']

type PickColumn = 'top_notch_rank' | 'favorite'

const isPick = ({ top_notch_rank, favorite }: Pick<StoredArticle, PickColumn>) =>
  favorite || top_notch_rank !== null

function touchPages(
  edit: Edit,
  id: string,
  existing: StoredArticle | undefined,
  current: Pick<StoredArticle, PickColumn>,
  changed: ReadonlySet<string>,
  moved: boolean,
): void {
  const any = (columns: readonly string[]) => columns.some((column) => changed.has(column))

  edit.touch(tags.article(id))
  if (moved || any(CARD_COLUMNS)) edit.touch(tags.card(id))
  if (any(TITLE_COLUMNS)) edit.touch(tags.title(id))
  if (moved || any(SITEMAP_COLUMNS)) edit.touch(tags.sitemap)
  if (any(['status', 'author'])) edit.touch(tags.roster)
  const picked = isPick(current) || (existing !== undefined && isPick(existing))
  if (picked && (moved || any(PICK_COLUMNS))) edit.touch(tags.picks)
}

/** Where an article is filed, its home first. */
export async function placementsOf(db: Reader, id: string): Promise<Placement[]> {
  return db
    .selectFrom('placement')
    .select(['category', 'subcategory', 'topics'])
    .where('article', '=', id)
    .orderBy('position')
    .execute()
}

const samePlacements = (a: readonly Placement[], b: readonly Placement[]) =>
  JSON.stringify(a.map(inOrder)) === JSON.stringify(b.map(inOrder))

const inOrder = ({ category, subcategory, topics }: Placement) => [category, subcategory, topics]

async function replacePlacements(edit: Edit, id: string, placements: readonly Placement[]) {
  await edit.tx.deleteFrom('placement').where('article', '=', id).execute()
  await edit.tx
    .insertInto('placement')
    .values(placements.map((placement, position) => ({ ...placement, article: id, position })))
    .execute()
}

async function leaveRedirect(edit: Edit, id: string, formerSlug: Slug) {
  await edit.tx
    .insertInto('redirect')
    .values({ from_path: articlePath(formerSlug), article: id })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ article: id }))
    .execute()
}

/** A page at an address comes before a redirect from it. */
async function dropRedirect(edit: Edit, slug: Slug) {
  await edit.tx.deleteFrom('redirect').where('from_path', '=', articlePath(slug)).execute()
}
