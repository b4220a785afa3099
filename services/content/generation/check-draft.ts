import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { fold, foldTr } from '#shared/text/fold.ts'
import type { RuleCode } from '../drafts/rules.ts'
import { type ContentProblem, isError } from '../folder/content-problem.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'
import { checkerOf, surroundingsOf } from '../lint/check-content.ts'
import type { ArticleRequest } from './article-request.ts'
import { articleFile } from './draft-files.ts'
import { oneLine } from './one-line.ts'
import type { GenerationSettings } from './read-settings.ts'

/**
 * Something found in a draft:
 * - `error`: an import would refuse the file
 * - `flaw`: the language model can mend it, and is asked to
 * - `remark`: worth knowing for the person who reads the draft
 */
export interface DraftRemark {
  kind: 'error' | 'flaw' | 'remark'
  /** 1-based. */
  line: number
  message: string
}

/** Warnings about what the language model was free to write otherwise. */
const FLAWS: ReadonlySet<RuleCode> = new Set([
  ...(['W-DESC-LEN', 'W-DUP-DESC', 'W-THIN', 'W-NO-SOURCES', 'W-LINK-TEXT'] as const),
  ...(['W-HEADING-ORDER', 'W-EMPTY-HEADING', 'W-ALT', 'W-TABLE-HEAD'] as const),
  'W-TABLE-CELLS',
])

const findingOf = (problem: ContentProblem): DraftRemark => ({
  kind: isError(problem) ? 'error' : FLAWS.has(problem.code) ? 'flaw' : 'remark',
  line: problem.line,
  message: oneLine(problem.message),
})

/** Finds in a draft what lint would find in the article, and what the prompt forbade. */
export async function checkDraft(
  text: string,
  request: Pick<ArticleRequest, 'locale' | 'slug'>,
  settings: GenerationSettings,
  now: Date,
): Promise<DraftRemark[]> {
  const { tree, language, locale } = settings
  const file = articleFile(request)
  const { value, body, problems, locate } = parseMarkdownFile(file, text)
  if (problems.length > 0) return problems.map(findingOf)

  const { slug: _, ...fields }: Record<string, unknown> = Object(value)
  const check = checkerOf(tree, now, surroundingsOf(tree))
  const { reasons, remarks } = await check({
    file: { file, slug: request.slug },
    draft: { ...fields, body },
  })
  const forbidden: Reason[] = []
  const words = wordsWithSuffix(body, language.forbiddenSuffixes.list, locale)
  if (words.length > 0) {
    const message = `has words with a forbidden suffix: ${words.join(', ')}`
    forbidden.push({ field: '/body', message })
  }
  // An import would make a description from the text, but the model was asked for a better one.
  if (fields.description === undefined) {
    forbidden.push({ field: '/description', message: 'is missing' })
  }
  const flaws = locate(forbidden).map((flaw) => ({ ...findingOf(flaw), kind: 'flaw' as const }))
  return [...locate([...reasons, ...remarks]).map(findingOf), ...flaws]
}

const WORD = /\p{L}+/gu
/** No more words are named. */
const SHOWN = 10

/**
 * The words of a text that end in one of the suffixes, each once, without regard to case. A word that
 * is nothing but a suffix has none.
 */
export function wordsWithSuffix(
  text: string,
  suffixes: readonly string[],
  locale: Locale,
): string[] {
  if (suffixes.length === 0) return []
  const folded = locale === 'tr_TR' ? foldTr : fold
  const endings = suffixes.map((suffix) => folded(suffix.replace(/^-/, '')))
  const found = new Set<string>()
  for (const [word] of folded(text).matchAll(WORD)) {
    if (found.size < SHOWN && endings.some((end) => word !== end && word.endsWith(end))) {
      found.add(word)
    }
  }
  return [...found]
}
