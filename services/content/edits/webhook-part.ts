import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { ArticleEventKind } from '../webhooks/webhook-kinds.ts'
import { notifyReceivers } from '../webhooks/webhook-outbox.ts'
import { type ArticleChange, isPublished, type PlanArticlePart } from './article-change.ts'

/** What other programs are notified of the change of an article. */
export const webhookPart: PlanArticlePart = (change) => ({
  write: (edit) => writeEvent(edit, change),
})

function writeEvent(edit: Edit, change: ArticleChange): void {
  const { id, existing, stored, before, after, maker, now, tally } = change
  const kind = kindOf(isPublished(before), isPublished(after))
  const path = articlePath(after.slug)
  // Files are imported by the thousand: see `notifyOfImport`.
  if (tally) {
    tally.note(kind, path)
    return
  }
  const hasMoved = existing !== undefined && existing.slug !== after.slug
  notifyReceivers(edit, {
    kind,
    article: id,
    at: now.toISOString(),
    data: {
      id,
      slug: after.slug,
      path,
      ...(hasMoved && { formerPath: articlePath(existing.slug) }),
      title: stored?.title ?? existing?.title ?? '',
      ...(after.status === 'gone' && after.gone_to !== null && { redirectTo: after.gone_to }),
      revision: edit.revision,
      ...(maker.name !== undefined && { by: maker.name }),
    },
  })
}

function kindOf(was: boolean, is: boolean): ArticleEventKind {
  if (!is) return 'article.withdrawn'
  return was ? 'article.changed' : 'article.published'
}
