import type { Slug } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { withNote } from '../drafts/change-note.ts'
import type { Maker } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { findWhole, type WholeArticle } from '../library/stored-article.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import type { Siblings } from './check-among-stored.ts'
import { checkAndSave, type SiteClock } from './check-and-save.ts'
import { checkSlug } from './check-slug.ts'
import { draftContextOf } from './draft-context.ts'
import { replacementOf } from './replace-article.ts'
import { articleOfDraft, findArticle, liveOf } from './stored-articles.ts'

interface PublishOptions {
  clock: SiteClock
  render: MarkdownRenderer
  maker: Omit<Maker, 'edition'>
  /** Whether an article that was withdrawn may be published again. */
  bringsBack: boolean
  siblings?: Siblings
}

/**
 * Publishes a draft, which is an edition from then on, and no draft any more.
 *
 * @param draft locked: a save that comes at the same time would be deleted unseen
 * @throws {SiteError} for every reason not to
 */
export async function publishEdition(
  edit: Edit,
  draft: StoredDraft,
  { clock, render, maker, bringsBack, siblings }: PublishOptions,
) {
  const [context, existing] = await settleAll([
    draftContextOf(edit),
    articleOfDraft(edit.tx, draft),
  ])
  requireCurrent(draft, existing, bringsBack)
  const inTheWay = existing ? undefined : await findWhole(edit, draft.slug)
  if (liveOf(inTheWay)) throw slugTaken(draft.slug)
  const slug: Slug = existing ? await checkSlug(edit, draft.slug, existing) : draft.slug
  const conditions = existing ? { 'if-match': entityTag(existing) } : { 'if-none-match': '*' }
  const live = existing
  const day = dayAt(clock.now().toISOString(), context.vocabulary.zone)
  const noted = withNote({ ...draft.fields }, draft.change_note, day)
  const fields = replacementOf(noted, { live, ...context, defaultEntities: false })
  const saved = await checkAndSave(clock, edit, slug, fields, existing, {
    ...context,
    render,
    conditions,
    maker: { ...maker, edition: draft.id },
    inTheWay,
    siblings,
    isMinor: draft.change_note.minor,
  })
  edit.send(edit.tx.deleteFrom('draft').where('id', '=', draft.id))
  return { slug, ...saved }
}

/** @throws {SiteError} if another article is at the address of a draft */
export async function requireFree(
  db: Reader,
  { slug }: Pick<StoredDraft, 'slug'>,
  existing: WholeArticle | undefined,
): Promise<void> {
  if (existing?.slug === slug) return
  const holder = await findArticle(db, slug)
  // A new article moves one that was withdrawn aside.
  if (holder && (existing || holder.status === 'published')) throw slugTaken(slug)
}

const slugTaken = (slug: Slug) =>
  new SiteError('conflict', `There is an article at "${slug}": choose another address`)

/** @throws {SiteError} for a draft that was discarded */
export function requireOpen({ discarded_at }: Pick<StoredDraft, 'discarded_at'>): void {
  if (discarded_at === null) return
  throw new SiteError(
    'conflict',
    'This draft was discarded: PATCH with {"discarded": false} brings it back',
  )
}

/** @throws {SiteError} where the article is not what the editor of the draft has seen of it */
export function requireCurrent(
  { id, base }: Pick<StoredDraft, 'id' | 'base'>,
  existing: WholeArticle | undefined,
  bringsBack: boolean,
): void {
  if (!existing) return
  if (existing.status === 'gone' && !bringsBack) {
    throw new SiteError(
      'conflict',
      'The article of this draft was withdrawn: send {"withdrawn": false} to publish it again',
    )
  }
  if (entityTag(existing) === base) return
  throw new SiteError(
    'conflict',
    `The article was edited since this draft began: POST /drafts/${id}/merge puts both together, then publish it again`,
  )
}
