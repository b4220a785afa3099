import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import type { CheckOutcome } from '../drafts/check-article.ts'
import type { CodedReason, RuleCode } from '../drafts/rules.ts'
import { remarksOnArticle } from '../lint/remarks-on-article.ts'
import { noKnownTexts } from '../lint/search-texts.ts'

/** The most warnings listed one by one; the total is given in any case. */
const MAX_TOLD = 50

interface Warning extends Reason {
  code: RuleCode | undefined
  /** 1-based line of the body. */
  line?: number
}

interface Warnings {
  /** What should be improved: remarks of lint on this article alone. */
  warnings: Warning[]
  warningsTotal: number
}

export interface SavedDraft {
  /** With the time of its last change, sent or computed. */
  draft: Record<string, unknown>
  checked: CheckOutcome
}

export function warningsAbout(
  { draft, checked }: SavedDraft,
  { locale, now }: { locale: Locale; now: Date },
): Warnings {
  // Only lint compares an article with other articles.
  const remarks = remarksOnArticle('', draft, checked, { locale, now, known: noKnownTexts() })
  return { warnings: remarks.slice(0, MAX_TOLD).map(warningOf), warningsTotal: remarks.length }
}

const warningOf = ({ field, code, message, line: above }: CodedReason): Warning => ({
  ...{ field, code, message },
  ...(above !== undefined && { line: above + 1 }),
})
