import type { Locale, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { type CheckOutcome, checkArticle, textsOf } from '../drafts/check-article.ts'
import type { Maker } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import type { SaveContext } from '../edits/article-change.ts'
import { moveAside } from '../edits/move-aside.ts'
import { isStored, saveArticle } from '../edits/save-article.ts'
import { warningsAboutAddress } from '../library/former-address.ts'
import type { WholeArticle, WrittenArticle } from '../library/stored-article.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import { requireSettings } from '../site/site-settings.ts'
import {
  notSaved,
  reasonsAmongStored,
  type Siblings,
  warningsAboutTitle,
} from './check-among-stored.ts'
import { reasonsAgainstTerms } from './check-new-terms.ts'
import { reasonsAgainstLeading } from './check-successor.ts'
import { type Conditions, conditionRefusal } from './conditions.ts'
import type { DraftContext } from './draft-context.ts'
import { warnOfLostNotes } from './lost-notes.ts'
import { remindOfNote } from './remind-of-note.ts'
import { movedAside, type SavedDraft } from './warnings-about.ts'

/** The language of the site, and the time by which texts are checked and dated. */
export interface SiteClock {
  locale: Locale
  now: () => Date
}

export interface SavingContext extends DraftContext {
  render: MarkdownRenderer
  conditions: Conditions
  maker: Maker
  /** A withdrawn article at the address of a new one. */
  inTheWay?: WholeArticle | undefined
  siblings?: Siblings | undefined
  /** Whether the editor says that readers need not know of the change. */
  isMinor?: boolean | undefined
}

interface Saved extends Required<SavedDraft> {
  stored: WrittenArticle
  /** What was stored before. */
  existing: WholeArticle | undefined
}

/**
 * Saves a draft where the conditions of its request allow that. One that is stored already, such as
 * one that is sent again because its answer was lost, is answered as stored.
 *
 * @returns the draft as saved, with the result of its check and what is stored
 * @throws {SiteError} with every reason when the draft is not valid
 */
export async function checkAndSave(
  clock: SiteClock,
  edit: Edit,
  slug: Slug,
  draft: unknown,
  existing: WholeArticle | undefined,
  context: SavingContext,
): Promise<Saved> {
  const refusal = conditionRefusal(context.conditions, existing && entityTag(existing))
  const checked = checkForSaving(clock, slug, draft, existing, context)
  const text = textsOf(draft)
  // A change of another field is not checked against what was stored before.
  const isKnownText = existing?.body_markdown === text.body
  const { expiresTo: to } = 'article' in checked ? checked.article : { expiresTo: null }
  const [againstText, againstEnd, againstTerms, aboutTitle, aboutAddress] = await settleAll([
    isKnownText
      ? []
      : reasonsAmongStored(edit.tx, slug, checked.rendered, {
          origin: context.settings?.origin,
          before: existing?.body_markdown,
          now: clock.now(),
          siblings: context.siblings,
        }),
    to === null || to === existing?.expires_to
      ? []
      : reasonsAgainstLeading(edit.tx, slug, to, {
          field: '/expiresTo',
          origin: context.settings?.origin,
          siblings: context.siblings,
        }),
    'reasons' in checked ? [] : reasonsAgainstTerms(edit.tx, checked.article.terms, existing),
    // A title that is refused may be one that Postgres cannot even be asked for.
    'reasons' in checked ? [] : warningsAboutTitle(edit.tx, existing ?? { slug }, text.title),
    warningsAboutAddress(edit.tx, slug, existing),
  ])
  const among = [...againstEnd, ...againstTerms, ...againstText]
  if ('reasons' in checked || among.length > 0) {
    const reasons = [...('reasons' in checked ? checked.reasons : []), ...among]
    throw refusal?.code === 'precondition-failed' ? refusal : notSaved(reasons)
  }
  const save = [edit, slug, checked.article, existing, saveContextOf(clock, context)] as const
  if (refusal && !(existing && (await isStored(...save)))) throw refusal
  const { inTheWay, isMinor } = context
  const aside = inTheWay ? [movedAside(await moveAside(edit, inTheWay))] : []
  const { stored } = await saveArticle(...save)
  // A review is compared with the text, also where no update is announced to readers.
  const isChanged = existing !== undefined && !isKnownText
  const changedAt = isChanged ? clock.now().toISOString() : stored.updated_at
  const saved = { ...Object(draft), updatedAt: changedAt }
  const aboutNotes = [
    ...warnOfLostNotes(existing, stored),
    ...remindOfNote(existing, stored, isMinor),
  ]
  const notices = [...aside, ...aboutAddress, ...aboutTitle, ...aboutNotes]
  return { draft: saved, checked, stored, existing, notices }
}

export function checkForSaving(
  { now }: SiteClock,
  slug: Slug,
  draft: unknown,
  existing: WholeArticle | undefined,
  { vocabulary, render }: DraftContext & { render: MarkdownRenderer },
): CheckOutcome {
  // Another server's clock may be ahead: times already stored are not in the future.
  const latest = new Date(Math.max(now().getTime(), Date.parse(existing?.updated_at ?? '') || 0))
  const checked = checkArticle(draft, vocabulary, latest, articlePath(slug), render)
  if ('reasons' in checked) return checked
  const { article, ...rest } = checked
  if (article.expiresAt === undefined || Date.parse(article.expiresAt) > now().getTime())
    return checked
  const message = 'is past: readers would never see it. Choose a later time, or take the field out'
  return { ...rest, reasons: [{ field: '/expiresAt', message }] }
}

/** @throws {SiteError} `unavailable` before the first import */
export const saveContextOf = (
  { locale, now }: SiteClock,
  { settings, vocabulary, maker }: DraftContext & { maker: Maker },
): SaveContext => ({
  locale,
  pageSize: requireSettings(settings).constants.pageSize,
  now: now(),
  roster: [...vocabulary.authors.values()],
  maker,
})
