import { settleAll } from '#shared/settle-all.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import type { Reader } from '../database/reader.ts'
import { withNote } from '../drafts/change-note.ts'
import { textsOf } from '../drafts/check-article.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { entityTag } from '../editions/entity-tag.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { warningsAboutAddress } from '../library/former-address.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import {
  reasonsAmongStored,
  type Siblings,
  warningsAboutTitle,
  withLines,
} from './check-among-stored.ts'
import { checkForSaving, type SiteClock } from './check-and-save.ts'
import { reasonsAgainstTerms } from './check-new-terms.ts'
import { reasonsAgainstLeading } from './check-successor.ts'
import { loadDraftContext } from './draft-context.ts'
import { warnOfLostNotes } from './lost-notes.ts'
import { replacementOf } from './replace-article.ts'
import { articleOfDraft, liveOf } from './stored-articles.ts'
import { warningsAbout } from './warnings-about.ts'

interface CheckDraftOptions extends SiteClock {
  render: MarkdownRenderer
  siblings?: Siblings
}

/** All that is wrong with a draft, and what could be better. It waits for no edit. */
export async function checkStoredDraft(
  db: Reader,
  draft: StoredDraft,
  { render, siblings, ...clock }: CheckDraftOptions,
) {
  const [existing, context] = await settleAll([articleOfDraft(db, draft), loadDraftContext(db)])
  const live = liveOf(existing)
  const day = dayAt(clock.now().toISOString(), context.vocabulary.zone)
  const noted = withNote({ ...draft.fields }, draft.change_note, day)
  const fields = replacementOf(noted, { live, ...context, defaultEntities: false })
  const checked = checkForSaving(clock, draft.slug, fields, existing, { ...context, render })
  const { expiresTo: to } = 'article' in checked ? checked.article : { expiresTo: null }
  const [againstText, againstEnd, againstTerms, aboutTitle, aboutAddress] = await settleAll([
    reasonsAmongStored(db, draft.slug, checked.rendered, {
      origin: context.settings?.origin,
      before: existing?.body_markdown,
      now: clock.now(),
      siblings,
    }),
    to === null || to === existing?.expires_to
      ? []
      : reasonsAgainstLeading(db, draft.slug, to, {
          field: '/expiresTo',
          origin: context.settings?.origin,
          siblings,
        }),
    'reasons' in checked ? [] : reasonsAgainstTerms(db, checked.article.terms, existing),
    'reasons' in checked ? [] : warningsAboutTitle(db, existing ?? draft, textsOf(fields).title),
    warningsAboutAddress(db, draft.slug, existing),
  ])
  const own = 'reasons' in checked ? checked.reasons : []
  const reasons: CodedReason[] = [...own, ...againstEnd, ...againstTerms, ...againstText]
  const aboutNotes = 'article' in checked ? warnOfLostNotes(existing, checked.article) : []
  const notices = [...aboutAddress, ...aboutTitle, ...aboutNotes]
  const saved = { draft: { ...Object(fields) }, checked, notices }
  return {
    reasons: withLines(reasons),
    ...warningsAbout(saved, { locale: clock.locale, now: clock.now() }),
    existing,
    isBehind: existing !== undefined && entityTag(existing) !== draft.base,
  }
}
