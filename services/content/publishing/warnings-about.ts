import type { Locale, Slug } from '#shared/contracts/primitives.ts'
import type { CheckOutcome } from '../drafts/check-article.ts'
import type { RuleCode } from '../drafts/rules.ts'
import { remarksOnArticle } from '../lint/remarks-on-article.ts'
import { noKnownTexts } from '../lint/search-texts.ts'

/** The most warnings listed one by one; the total is given in any case. */
const MAX_WARNINGS = 50

/** What an editor is to know of an edit beside what is to be improved. */
export interface Notice {
  field: string
  code: RuleCode
  message: string
}

export interface SavedDraft {
  /** With the time of its last change, sent or computed. */
  draft: Record<string, unknown>
  checked: CheckOutcome
  /** What else is to be told, first of all. */
  notices?: readonly Notice[]
}

/** Says where an article is that was withdrawn from the address of a new one. */
export const movedAside = (slug: Slug): Notice => ({
  field: '',
  code: 'W-WITHDRAWN',
  message: `The article that was withdrawn from this address is kept as "${slug}": PATCH with {"withdrawn": false} brings it back there`,
})

/** What should be improved: remarks of lint on this article alone, with 1-based lines of its body. */
export function warningsAbout(
  { draft, checked, notices = [] }: SavedDraft,
  { locale, now }: { locale: Locale; now: Date },
) {
  // Only lint compares an article with other articles.
  const remarks = remarksOnArticle('', draft, checked, { locale, now, known: noKnownTexts() })
  const about = remarks.slice(0, MAX_WARNINGS - notices.length).map((remark) => {
    const { field, code, message, line } = remark
    return {
      field,
      message,
      ...(code !== undefined && { code }),
      ...(line !== undefined && { line: line + 1 }),
    }
  })
  return { warnings: [...notices, ...about], warningsTotal: notices.length + remarks.length }
}
