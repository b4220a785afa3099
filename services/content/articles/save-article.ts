import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Instant, Locale, Slug } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { together } from '#shared/together.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { Term } from '../glossary/check-terms.ts'
import { linkArticles, unlinkArticle } from '../glossary/link-articles.ts'
import { shownMentions, shownTerms } from '../glossary/shown-terms.ts'
import { renewGlossary, termRows, termsOf } from '../glossary/term-repository.ts'
import { articleId } from './article-id.ts'
import { articlePath } from './article-path.ts'
import type { CheckedArticle, Placement } from './check-article.ts'
import { listsOf } from './listings.ts'
import { applyMoves, placesOf, planMoves } from './move-between-lists.ts'
import { pickAuthor } from './pick-author.ts'
import { RENDERER_VERSION } from './render-markdown.ts'
import { type ArticleState, asText, stateOf, touchArticle, watchPages } from './touch-article.ts'

export interface SaveContext {
  locale: Locale
  pageSize: number
  now: Date
  /** Slugs of all authors, one of whom signs an article that names nobody. */
  roster: readonly string[]
}

/** An article with its author, by slug. */
export type SignedArticle = CheckedArticle & { author: string }

export const signArticle = <T extends CheckedArticle>(
  article: T,
  id: string,
  roster: readonly string[],
) => ({
  ...article,
  author: article.author ?? pickAuthor(id, roster),
})

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
  checked: CheckedArticle,
  existing: StoredArticle | undefined,
  { locale, pageSize, now, roster }: SaveContext,
): Promise<string> {
  const id = existing?.id ?? (await freeId(edit, articleId(locale, slug)))
  const article = signArticle(checked, id, roster)
  const [placementsBefore, termsBefore, places] = existing
    ? await together([placementsOf(edit.tx, id), termsOf(edit.tx, id), placesOf(edit.tx, id)])
    : [[], [], []]
  const row = articleRow(slug, article, existing, now)
  const moved = !samePlacements(placementsBefore, article.placements)
  const explainsElse = !sameTerms(termsBefore, article.terms)
  if (existing && !moved && !explainsElse && isSame(existing, row)) return id

  if (!existing) edit.created.add(id)
  const listed = {
    id,
    publishedAt: row.published_at,
    letter: letterOf(row.title, locale).key,
  }
  const moves = await planMoves(edit, listed, places, listsOf(article.placements, row.author))
  const before = existing && stateOf(existing, placementsBefore)
  const after = stateOf({ ...row, reading_minutes: 0 }, article.placements)
  const terms = termRows(id, article.terms, locale)
  await together([
    watchPages(edit, id, { before, after, moves, pageSize }),
    existing && edit.watch(shownTerms, idsOf([...termsBefore, ...terms])),
    // The database forgets the places in a text as soon as there is another.
    existing && edit.watch(shownMentions, [id]),
  ])

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
  if (moved) await replacePlacements(edit, id, article.placements)
  if (explainsElse) await replaceTerms(edit, id, terms)
  const wasPublished = existing?.status === 'published'
  const inForceBefore = wasPublished ? termsBefore : []
  await renewGlossary(edit, { before: inForceBefore, after: terms, locale })
  if (!wasPublished || explainsElse || existing.body_html !== row.body_html) {
    await linkArticles(edit, [{ id, body_html: row.body_html }], { locale, isKnownText: false })
  }
  await applyMoves(edit, listed, moves)
  if (existing?.slug !== slug) {
    if (existing) await leaveRedirect(edit, id, existing.slug)
    await dropRedirect(edit, slug)
  }

  touchArticle(edit, id, { before, after: { ...after, reading_minutes }, moves })
  return id
}

/** Takes an article out of every list and search; readers of its address are told that it is gone. */
export async function withdrawArticle(
  edit: Edit,
  article: StoredArticle,
  { locale, pageSize }: Pick<SaveContext, 'locale' | 'pageSize'>,
): Promise<void> {
  if (article.status === 'gone') return
  const listed = {
    id: article.id,
    publishedAt: article.published_at,
    letter: letterOf(article.title, locale).key,
  }
  const [placements, terms, places] = await together([
    placementsOf(edit.tx, article.id),
    termsOf(edit.tx, article.id),
    placesOf(edit.tx, article.id),
  ])
  const moves = await planMoves(edit, listed, places, [])
  const before = stateOf(article, placements)
  const after: ArticleState = { ...before, status: 'gone' }
  await watchPages(edit, article.id, { before, after, moves, pageSize })
  await edit.watch(shownTerms, idsOf(terms))
  await edit.tx
    .updateTable('article')
    .set({ status: 'gone', revision: edit.revision })
    .where('id', '=', article.id)
    .execute()
  await applyMoves(edit, listed, moves)
  await renewGlossary(edit, { before: terms, after: [], locale })
  await unlinkArticle(edit, article.id)
  touchArticle(edit, article.id, { before, after, moves })
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

type ArticleRow = ReturnType<typeof articleRow>

const TEXT_COLUMNS = ['title', 'description', 'body_markdown', 'takeaways', 'sources'] as const

/** The columns of an article, its id and revision apart, as an edit or the first import writes them. */
export function articleRow(
  slug: Slug,
  article: SignedArticle,
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

const isSame = (existing: StoredArticle, row: ArticleRow) =>
  Object.entries(row).every(
    ([column, value]) => asText(Reflect.get(existing, column)) === asText(value),
  )

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

const sameTerms = (a: readonly Term[], b: readonly Term[]) =>
  JSON.stringify(a.map(partsOf)) === JSON.stringify(b.map(partsOf))

const partsOf = ({ term, also, definition }: Term) => [term, also, definition]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function replaceTerms(edit: Edit, id: string, terms: ReturnType<typeof termRows>) {
  await edit.tx.deleteFrom('term').where('article', '=', id).execute()
  if (terms.length > 0) await edit.tx.insertInto('term').values(terms).execute()
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
