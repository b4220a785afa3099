import { randomUUID } from 'node:crypto'
import type { Instant, Locale, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { articleId } from '../addresses/article-id.ts'
import { articlePath } from '../addresses/article-path.ts'
import { listsOf } from '../addresses/lists.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import { timeOfEdit } from '../drafts/check-time.ts'
import { plainColumns } from '../drafts/draft-fields.ts'
import { originColumns } from '../drafts/origin.ts'
import { pickAuthor } from '../drafts/pick-author.ts'
import type { Term } from '../glossary/term.ts'
import { touchNames } from '../library/named-terms.ts'
import { shownMentions, shownTerms } from '../library/shown-terms.ts'
import {
  isIdTaken,
  loadWhole,
  type StoredArticle,
  type WholeArticle,
  type WrittenArticle,
} from '../library/stored-article.ts'
import { termRows } from '../library/term-repository.ts'
import { RENDERER_VERSION } from '../markdown/render-markdown.ts'
import {
  type ArticleState,
  areEqual,
  asJson,
  isTextUpdated,
  stateOf,
  type WrittenRow,
} from './article-state.ts'
import { linkArticles, unlinkArticle } from './link-articles.ts'
import { applyMoves, planMoves } from './move-between-lists.ts'
import { renewGlossary } from './renew-glossary.ts'
import { touchArticle, trackPages } from './touch-article.ts'
import { trackTermLetters } from './track-term-letters.ts'

export interface SaveContext {
  locale: Locale
  pageSize: number
  now: Date
  /** Slugs of all authors. One of them is chosen for an article that names no author. */
  roster: readonly string[]
}

/** A checked article whose author is known, by slug. */
export type SignedArticle = CheckedArticle & { author: string }

export const signArticle = <T extends CheckedArticle>(
  article: T,
  id: string,
  roster: readonly string[],
) => ({
  ...article,
  author: article.author ?? pickAuthor(id, roster),
})

/**
 * Creates or replaces an article and publishes it. Saving an unchanged article touches no tag.
 *
 * @param existing the article to replace; its slug may differ
 * @returns the article's id, and what is stored of it now
 */
export async function saveArticle(
  edit: Edit,
  slug: Slug,
  checked: CheckedArticle,
  existing: WholeArticle | undefined,
  context: SaveContext,
): Promise<{ id: string; stored: WrittenArticle }> {
  const plan = await planSave(edit, slug, checked, existing, context)
  const { locale, id, article, row, moved, moves, listed, before, after, terms } = plan
  const { termsChanged, wasPublished, inForceBefore } = plan
  const { placements, terms: written } = article
  const saved = { id, stored: { ...row, placements, terms: written } }
  if (changesNothing(plan)) return saved
  await watchSave(edit, plan)
  for (const name of [id, slug, existing?.slug ?? slug]) edit.written.add(name)

  const storeParts = async () => {
    if (moved) {
      if (existing) edit.send(edit.tx.deleteFrom('placement').where('article', '=', id))
      insertPlacements(edit, id, article.placements)
    }
    if (termsChanged) replaceTerms(edit, id, terms)
    applyMoves(edit, listed, moves)
    if (existing?.slug !== slug) {
      if (existing) leaveRedirect(edit, id, existing.slug)
      dropRedirect(edit, slug)
    }
    await renewGlossary(edit, { before: inForceBefore, after: terms, locale })
    if (!wasPublished || termsChanged || existing?.body_html !== row.body_html) {
      await linkArticles(edit, [{ id, body_html: row.body_html }], { locale, isKnownText: false })
    }
  }
  const [{ reading_minutes }] = await settleAll([
    existing ? replaceRow(edit, id, row) : insertRow(edit, id, row),
    storeParts(),
  ])

  touchArticle(edit, id, { before, after: { ...after, reading_minutes }, moves })
  touchNames(edit, existing, { ...row, terms })
  return saved
}

/**
 * Reads what saving an article looks at before it writes, so that an edit that saves several articles
 * waits once for all of them. Call it before the edit writes anything.
 */
export async function prefetchSave(
  edit: Edit,
  slug: Slug,
  checked: CheckedArticle,
  existing: WholeArticle | undefined,
  context: SaveContext,
): Promise<void> {
  const looking: Edit = {
    ...edit,
    created: new Set(),
    track: async (shown, keys) => void (await edit.read(shown, keys)),
  }
  await watchSave(looking, await planSave(looking, slug, checked, existing, context))
}

/** Whether an article is stored as it would be saved. */
export const isStored = async (...save: Parameters<typeof saveArticle>): Promise<boolean> =>
  changesNothing(await planSave(...save))

const changesNothing = ({ existing, moved, termsChanged, row }: SavePlan): boolean =>
  existing !== undefined && !moved && !termsChanged && isSame(existing, row)

type SavePlan = Awaited<ReturnType<typeof planSave>>

/** Everything about saving an article that is known before it is written. */
async function planSave(
  edit: Edit,
  slug: Slug,
  checked: CheckedArticle,
  existing: WholeArticle | undefined,
  { locale, pageSize, now, roster }: SaveContext,
) {
  const id = existing?.id ?? (await freeId(edit, articleId(locale, slug)))
  const article = signArticle(checked, id, roster)
  const former = existing ?? { placements: [], terms: [], places: [] }
  const row = articleRow(slug, article, existing, now)
  if (!existing) edit.created.add(id)
  const listed = {
    id,
    publishedAt: row.published_at,
    letter: letterOf(row.title, locale).key,
  }
  const moves = await planMoves(
    edit,
    listed,
    former.places,
    listsOf(article.placements, row.author),
  )
  const wasPublished = existing?.status === 'published'
  return {
    locale,
    pageSize,
    id,
    article,
    former,
    row,
    listed,
    moves,
    wasPublished,
    existing,
    moved: !samePlacements(former.placements, article.placements),
    termsChanged: !sameTerms(former.terms, article.terms),
    before: existing && stateOf(existing, existing.placements),
    after: stateOf({ ...row, reading_minutes: 0 }, article.placements),
    terms: termRows(id, article.terms, locale),
    inForceBefore: wasPublished ? former.terms : [],
  }
}

/** Watches everything that saving the article may change. Call it before writing. */
async function watchSave(
  edit: Edit,
  { id, existing, former, before, after, moves, terms, ...plan }: SavePlan,
): Promise<void> {
  const { pageSize, locale, termsChanged, wasPublished, inForceBefore } = plan
  await settleAll([
    trackPages(edit, id, { before, after, moves, pageSize }),
    (termsChanged || !wasPublished) &&
      trackTermLetters(edit, definedIn([...inForceBefore, ...terms]), locale),
    existing && edit.track(shownTerms, idsOf([...former.terms, ...terms])),
    // A trigger deletes an article's mentions when its text changes, so look before.
    existing && edit.track(shownMentions, [id]),
  ])
}

/** Withdraws an article from all lists and the search; its address then answers 410. */
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
  const { placements, terms, places } = await loadWhole(edit.tx, article)
  const moves = await planMoves(edit, listed, places, [])
  const before = stateOf(article, placements)
  const after: ArticleState = { ...before, status: 'gone' }
  await trackPages(edit, article.id, { before, after, moves, pageSize })
  await edit.track(shownTerms, idsOf(terms))
  await trackTermLetters(edit, definedIn(terms), locale)
  for (const name of [article.id, article.slug]) edit.written.add(name)
  edit.send(
    edit.tx
      .updateTable('article')
      .set({ status: 'gone', revision: edit.revision })
      .where('id', '=', article.id),
  )
  applyMoves(edit, listed, moves)
  await renewGlossary(edit, { before: terms, after: [], locale })
  unlinkArticle(edit, article.id)
  touchArticle(edit, article.id, { before, after, moves })
  touchNames(edit, { ...article, terms }, undefined)
}

/** Longest part of an address that is kept in another one, so that this one is short enough too. */
const KEPT_OF_SLUG = 90

/**
 * Gives a withdrawn article another address, so that a new one can take its place: an id stands for one
 * article for ever, also in the feeds of readers.
 *
 * @returns the slug that it has now
 */
export async function moveAside(edit: Edit, { id, slug }: StoredArticle): Promise<Slug> {
  const base = `${slug.slice(0, KEPT_OF_SLUG).replace(/-$/, '')}-withdrawn`
  const rows = await edit.tx
    .selectFrom('article')
    .select('slug')
    .where('slug', 'like', `${base}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  let aside = base
  for (let number = 2; taken.has(aside); number++) aside = `${base}-${number}`
  for (const name of [id, slug, aside]) edit.written.add(name)
  edit.send(
    edit.tx
      .updateTable('article')
      .set({ slug: aside, revision: edit.revision })
      .where('id', '=', id),
  )
  edit.touch(tags.address(articlePath(aside)), tags.address(articlePath(slug)), tags.slug(id))
  return aside
}

/** The wanted id is taken if its first article was renamed, or withdrawn and moved aside. */
const freeId = async (edit: Edit, wanted: string): Promise<string> =>
  (await isIdTaken(edit, wanted)) ? randomUUID() : wanted

const withJson = (row: WrittenRow) => ({
  ...row,
  headings: asJson(row.headings),
  sources: asJson(row.sources),
})

/** No page shows a new article's card yet, so nobody waits for its reading time. */
function insertRow(edit: Edit, id: string, row: WrittenRow) {
  edit.send(edit.tx.insertInto('article').values({ id, ...withJson(row), revision: edit.revision }))
  return { reading_minutes: 0 }
}

/** @returns the reading time, which the database computes */
const replaceRow = (edit: Edit, id: string, row: WrittenRow) =>
  edit.tx
    .updateTable('article')
    .set({ ...withJson(row), revision: edit.revision })
    .where('id', '=', id)
    .returning('reading_minutes')
    .executeTakeFirstOrThrow()

/** The columns of an article, without id and revision, as edits and the first import write them. */
export function articleRow(
  slug: Slug,
  article: SignedArticle,
  existing: StoredArticle | undefined,
  now: Date,
): WrittenRow & { author: string } {
  const published_at = article.publishedAt ?? existing?.published_at ?? timeOfEdit(now)
  const row = {
    slug,
    status: 'published' as const,
    title: article.title,
    description: article.description,
    author: article.author,
    body_markdown: article.body,
    body_html: article.rendered.html,
    headings: article.rendered.headings,
    renderer_version: RENDERER_VERSION,
    word_count: article.rendered.wordCount,
    ...plainColumns(article),
    ...originColumns(article),
    published_at,
  }
  const textChanged = existing !== undefined && isTextUpdated(existing, row)
  const updated_at = latest(
    published_at,
    article.updatedAt ?? (textChanged ? timeOfEdit(now) : formerUpdate(existing, published_at)),
  )
  return { ...row, updated_at }
}

/** One that was never updated has the time of its publication, also when that is corrected. */
const formerUpdate = (existing: StoredArticle | undefined, published_at: Instant) =>
  existing && existing.updated_at !== existing.published_at ? existing.updated_at : published_at

const latest = (a: Instant, b: Instant) => (a > b ? a : b)

const isSame = (existing: StoredArticle, row: WrittenRow) =>
  Object.entries(row).every(([column, value]) => areEqual(Reflect.get(existing, column), value))

const samePlacements = (a: readonly Placement[], b: readonly Placement[]) =>
  JSON.stringify(a.map(inOrder)) === JSON.stringify(b.map(inOrder))

const inOrder = ({ category, subcategory, topics }: Placement) => [category, subcategory, topics]

function insertPlacements(edit: Edit, id: string, placements: readonly Placement[]): void {
  edit.send(
    edit.tx
      .insertInto('placement')
      .values(placements.map((placement, position) => ({ ...placement, article: id, position }))),
  )
}

const sameTerms = (a: readonly Term[], b: readonly Term[]) =>
  JSON.stringify(a.map(writtenParts)) === JSON.stringify(b.map(writtenParts))

const writtenParts = ({ term, also, definition }: Term) => [term, also, definition]

/** The names of the entries that are terms, not exclusions. */
const definedIn = (terms: readonly { term: string; definition?: string | null }[]) =>
  terms.flatMap(({ term, definition }) => (typeof definition === 'string' ? term : []))

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function replaceTerms(edit: Edit, id: string, terms: ReturnType<typeof termRows>): void {
  edit.send(edit.tx.deleteFrom('term').where('article', '=', id))
  if (terms.length > 0) edit.send(edit.tx.insertInto('term').values(terms))
}

function leaveRedirect(edit: Edit, id: string, formerSlug: Slug): void {
  edit.send(
    edit.tx
      .insertInto('redirect')
      .values({ from_path: articlePath(formerSlug), article: id })
      .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ article: id })),
  )
}

/** A page at an address takes precedence over a redirect from it. */
function dropRedirect(edit: Edit, slug: Slug): void {
  edit.send(edit.tx.deleteFrom('redirect').where('from_path', '=', articlePath(slug)))
}
