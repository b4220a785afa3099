import type { Slug } from '#shared/contracts/primitives.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import type { WholeArticle, WrittenArticle } from '../library/stored-article.ts'
import {
  type ArticleChange,
  changesNothing,
  type PlanArticlePart,
  planSave,
  planWithdrawal,
  type SaveContext,
  type WithdrawalContext,
} from './article-change.ts'
import { articlePart } from './article-part.ts'
import { choicesPart } from './choices-part.ts'
import { correctionsPart } from './corrections-part.ts'
import { runParts, watchParts } from './edit-part.ts'
import { editionPart } from './edition-part.ts'
import { examplesPart } from './examples-part.ts'
import { factsPart } from './facts-part.ts'
import { linksPart } from './links-part.ts'
import { listsPart } from './lists-part.ts'
import { placementsPart } from './placements-part.ts'
import { redirectsPart } from './redirects-part.ts'
import { termsPart } from './terms-part.ts'
import { webhookPart } from './webhook-part.ts'

/** In the order in which they are written: rows refer to the article's, and links to its terms. */
const PARTS: readonly PlanArticlePart[] = [
  articlePart,
  editionPart,
  placementsPart,
  termsPart,
  listsPart,
  redirectsPart,
  linksPart,
  factsPart,
  examplesPart,
  correctionsPart,
  choicesPart,
  webhookPart,
]

const partsOf = (change: ArticleChange) => PARTS.map((plan) => plan(change))

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
  const { change, stored } = await planSave(edit, slug, checked, existing, context)
  if (!changesNothing(change)) await runParts(edit, partsOf(change))
  return { id: change.id, stored }
}

/**
 * Withdraws an article from all lists and the search: its address then leads where the context says, or
 * answers 410. One that is withdrawn already only leads elsewhere.
 */
export async function withdrawArticle(
  edit: Edit,
  article: WholeArticle,
  context: WithdrawalContext,
): Promise<void> {
  await runParts(edit, partsOf(planWithdrawal(article, context)))
}

/**
 * Reads what saving an article looks at before it writes, so that an edit that saves several articles
 * waits once for all of them. Call it before the edit writes anything.
 */
export async function prefetchSave(...save: Parameters<typeof saveArticle>): Promise<void> {
  const [edit] = save
  const { change } = await planSave(...save)
  const reading: Edit = {
    ...edit,
    track: async (shown, keys) => void (await edit.read(shown, keys)),
  }
  await watchParts(reading, partsOf(change))
}

/** Whether an article is stored as it would be saved. */
export const isStored = async (...save: Parameters<typeof saveArticle>): Promise<boolean> =>
  changesNothing((await planSave(...save)).change)
