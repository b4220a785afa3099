import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import type { CheckOutcome } from '../articles/check-article.ts'
import { remarksOnArticle } from '../lint/remarks-on-article.ts'
import type { CodedReason, RuleCode } from '../lint/rules.ts'
import { noKnownTexts } from '../lint/search-texts.ts'

/** Warnings that are told one by one; of more, only their number is. */
const MAX_TOLD = 50

interface Warning extends Reason {
  code: RuleCode | undefined
  /** Of the body, from 1. */
  line?: number
}

interface Warnings {
  /** What is worth mending and was no reason to refuse the article: what lint says of it alone. */
  warnings: Warning[]
  warningsTotal: number
}

export interface SavedDraft {
  /** With the moment of its last change, whoever said it. */
  draft: Record<string, unknown>
  checked: CheckOutcome
}

export function warningsAbout(
  { draft, checked }: SavedDraft,
  { locale, now }: { locale: Locale; now: Date },
): Warnings {
  // What other articles are called is known to lint alone.
  const remarks = remarksOnArticle('', draft, checked, { locale, now, known: noKnownTexts() })
  return { warnings: remarks.slice(0, MAX_TOLD).map(warningOf), warningsTotal: remarks.length }
}

const warningOf = ({ field, code, message, line: above }: CodedReason): Warning => ({
  ...{ field, code, message },
  ...(above !== undefined && { line: above + 1 }),
})
