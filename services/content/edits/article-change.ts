import { randomUUID } from 'node:crypto'
import type { Locale, PagePath, Slug } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { articleId } from '../addresses/article-id.ts'
import { listsOf } from '../addresses/lists.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import type { Maker } from '../editions/edition.ts'
import type { Term } from '../glossary/term.ts'
import { isIdTaken, type WholeArticle, type WrittenArticle } from '../library/stored-article.ts'
import { termRows } from '../library/term-repository.ts'
import type { ImportTally } from '../webhooks/import-tally.ts'
import { articleRow, signArticle } from './article-row.ts'
import {
  type ArticleState,
  areEqual,
  changedUses,
  stateOf,
  type Use,
  type WrittenRow,
} from './article-state.ts'
import type { PlanPart } from './edit-part.ts'
import { type ListedArticle, lastPositionsIn, type Moves, planMoves } from './lists-part.ts'

export interface SaveContext {
  locale: Locale
  pageSize: number
  now: Date
  /** Slugs of all authors. One of them is chosen for an article that names no author. */
  roster: readonly string[]
  maker: Maker
  /** Where an edit of many articles counts them, in place of an event for each. */
  tally?: ImportTally
}

/** What withdrawing an article needs. */
export interface WithdrawalContext extends Omit<SaveContext, 'roster'> {
  /** Where readers are led; null where they get 410. */
  leadsTo: PagePath | null
}

/** Everything about saving or withdrawing an article that is known before it is written. */
export interface ArticleChange extends Omit<SaveContext, 'roster'> {
  id: string
  /** `undefined` for a new article. */
  existing: WholeArticle | undefined
  /** Its columns afterwards; `undefined` when it is withdrawn, which changes its status alone. */
  row: WrittenRow | undefined
  /** What is stored of it afterwards; `undefined` as well when it is withdrawn. */
  stored: WrittenArticle | undefined
  /** Its terms afterwards. */
  terms: ReturnType<typeof termRows>
  termsDiffer: boolean
  placementsDiffer: boolean
  before: ArticleState | undefined
  /** With the former reading time: Postgres computes the new one. */
  after: ArticleState
  /** What shows the fields that change, or uses them. */
  uses: ReadonlySet<Use>
  listed: ListedArticle
  moves: Moves
}

export type PlanArticlePart = PlanPart<ArticleChange>

export const isPublished = (state: Pick<ArticleState, 'status'> | undefined) =>
  state?.status === 'published'

/**
 * @param existing the article to replace; its slug may differ
 * @returns the change, and what is stored of the article after it
 */
export async function planSave(
  edit: Pick<Edit, 'current'>,
  slug: Slug,
  checked: CheckedArticle,
  existing: WholeArticle | undefined,
  { roster, ...context }: SaveContext,
): Promise<{ change: ArticleChange; stored: WrittenArticle }> {
  const { locale, now } = context
  const id = existing?.id ?? (await freeId(edit, articleId(locale, slug)))
  const article = signArticle(checked, id, roster)
  const { placements, terms } = article
  const row = articleRow(slug, article, existing, now)
  const listed = {
    id,
    publishedAt: row.published_at,
    letter: letterOf(row.title, locale).key,
  }
  const lists = listsOf(placements, row.author)
  const places = existing?.places ?? []
  const moves = planMoves(listed, places, lists, await lastPositionsIn(edit, places, lists))
  const before = existing && stateOf(existing, existing.placements)
  const reading_minutes = existing?.reading_minutes ?? 0
  const after = stateOf({ ...row, reading_minutes }, placements)
  const stored = { ...row, placements, terms }
  const change: ArticleChange = {
    ...context,
    id,
    existing,
    row,
    stored,
    terms: termRows(id, terms, locale),
    termsDiffer: !sameTerms(existing?.terms ?? [], terms),
    placementsDiffer: !samePlacements(existing?.placements ?? [], placements),
    before,
    after,
    uses: changedUses(before, after),
    listed,
    moves,
  }
  return { change, stored }
}

export function planWithdrawal(
  existing: WholeArticle,
  { leadsTo, ...context }: WithdrawalContext,
): ArticleChange {
  const { locale } = context
  const { id, title, published_at: publishedAt, places } = existing
  const listed = { id, publishedAt, letter: letterOf(title, locale).key }
  const before = stateOf(existing, existing.placements)
  const after: ArticleState = { ...before, status: 'gone', gone_to: leadsTo }
  return {
    ...context,
    id,
    existing,
    row: undefined,
    stored: undefined,
    terms: termRows(id, existing.terms, locale),
    termsDiffer: false,
    placementsDiffer: false,
    before,
    after,
    uses: changedUses(before, after),
    listed,
    moves: planMoves(listed, places, [], new Map()),
  }
}

export const changesNothing = ({
  existing,
  row,
  termsDiffer,
  placementsDiffer,
}: ArticleChange): boolean =>
  existing !== undefined &&
  row !== undefined &&
  !placementsDiffer &&
  !termsDiffer &&
  Object.entries(row).every(([column, value]) => areEqual(Reflect.get(existing, column), value))

/** The wanted id is taken if its first article was renamed, or withdrawn and moved aside. */
const freeId = async (edit: Pick<Edit, 'current'>, wanted: string): Promise<string> =>
  (await isIdTaken(edit, wanted)) ? randomUUID() : wanted

const samePlacements = (a: readonly Placement[], b: readonly Placement[]) =>
  JSON.stringify(a.map(inOrder)) === JSON.stringify(b.map(inOrder))

const inOrder = ({ category, subcategory, topics }: Placement) => [category, subcategory, topics]

const sameTerms = (a: readonly Term[], b: readonly Term[]) =>
  JSON.stringify(a.map(writtenParts)) === JSON.stringify(b.map(writtenParts))

const writtenParts = ({ term, also, definition }: Term) => [term, also, definition]
