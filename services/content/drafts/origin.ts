import type { Selectable } from 'kysely'
import type { Origin } from '#shared/contracts/page.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { ArticleDraft } from './article-draft.ts'
import { instantOf } from './check-time.ts'
import type { CodedReason } from './rules.ts'

/** What editors stated about the article's origin. Missing statements are never guessed. */
export function originOf(draft: Pick<ArticleDraft, keyof Origin>, zone: string): Origin {
  const { provenance, answeredBy, reviewedBy } = draft
  const checkedAt = draft.checkedAt && instantOf(draft.checkedAt, zone)
  const reviewedAt = draft.reviewedAt && instantOf(draft.reviewedAt, zone)
  return {
    ...(provenance && { provenance }),
    ...(answeredBy && { answeredBy: stripLineBreaks(answeredBy) }),
    ...(reviewedBy && { reviewedBy: stripLineBreaks(reviewedBy) }),
    ...(reviewedAt && { reviewedAt }),
    ...(checkedAt && { checkedAt }),
  }
}

/** Reasons that the schema of a draft cannot express. */
export function* reasonsAboutOrigin(
  draft: Readonly<Record<string, unknown>>,
): Generator<CodedReason> {
  for (const name of ['answeredBy', 'reviewedBy']) {
    const text = draft[name]
    if (typeof text === 'string' && text !== '' && stripLineBreaks(text) === '') {
      yield { field: `/${name}`, message: 'must be a name' }
    }
  }
  if (draft.reviewedAt !== undefined && draft.reviewedBy === undefined) {
    const message = 'needs reviewedBy too: name who reviewed the article'
    yield { field: '/reviewedAt', message }
  }
}

export type OriginColumns = Pick<
  Selectable<ArticleTable>,
  'provenance' | 'human_stated' | 'answered_by' | 'reviewed_by' | 'reviewed_at' | 'checked_at'
>

export const originColumns = (origin: Origin): OriginColumns => ({
  provenance: origin.provenance ?? 'human',
  human_stated: origin.provenance === 'human',
  answered_by: origin.answeredBy ?? null,
  reviewed_by: origin.reviewedBy ?? null,
  reviewed_at: origin.reviewedAt ?? null,
  checked_at: origin.checkedAt ?? null,
})

/** The inverse of `originColumns`. */
export function storedOrigin(row: OriginColumns): Origin {
  const { provenance, human_stated, answered_by, reviewed_by, reviewed_at, checked_at } = row
  return {
    ...((provenance !== 'human' || human_stated) && { provenance }),
    ...(answered_by !== null && { answeredBy: answered_by }),
    ...(reviewed_by !== null && { reviewedBy: reviewed_by }),
    ...(reviewed_at !== null && { reviewedAt: reviewed_at }),
    ...(checked_at !== null && { checkedAt: checked_at }),
  }
}
