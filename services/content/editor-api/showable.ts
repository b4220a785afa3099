import type { Slug } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { articleWithMistakes, type CheckedArticle } from '../drafts/check-article.ts'
import type { Fields } from '../editions/compare-fields.ts'
import type { WholeArticle } from '../library/stored-article.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import { reasonsAmongStored, type Siblings, withLines } from '../publishing/check-among-stored.ts'
import { checkForSaving } from '../publishing/check-and-save.ts'
import type { DraftContext } from '../publishing/draft-context.ts'
import { replacementOf } from '../publishing/replace-article.ts'
import { liveOf } from '../publishing/stored-articles.ts'
import type { ArticleVerb } from './article-verb.ts'

/** A text that is to be shown, at the address that it would have. */
export interface ShownText {
  slug: Slug
  fields: Fields
  /** The article that it would change. */
  existing: WholeArticle | undefined
  /** What is published with it. It is looked for only where the text cannot be shown. */
  siblings?: () => Promise<Siblings | undefined>
}

/** Without these there is no page. */
const NEEDED = ['', 'title', 'body']

/**
 * The article of a text that may be wrong. Mistakes in the words are shown as they are; a field that is
 * wrong is left out, as if it had not been written.
 *
 * @throws {SiteError} with every remark where no page could show it: it has no title, no words, or too
 *   many of them
 */
export async function showable(
  verb: ArticleVerb,
  { slug, fields, existing, siblings }: ShownText,
  context: DraftContext & { render: MarkdownRenderer },
): Promise<{ article: CheckedArticle; leftOut: string[] }> {
  const { vocabulary } = context
  const live = liveOf(existing)
  const check = (sent: Fields, defaultEntities: boolean) => {
    const draft = replacementOf(sent, { live, vocabulary, defaultEntities })
    const outcome = checkForSaving(verb, slug, draft, existing, context)
    return { outcome, article: articleWithMistakes(draft, outcome, vocabulary) }
  }
  const { outcome, article } = check(fields, false)
  if (article) return { article, leftOut: [] }
  const reasons = 'reasons' in outcome ? outcome.reasons : []
  const uncoded = reasons.filter(({ field, code }) => field !== '/body' || code === undefined)
  const wrong = new Set(uncoded.map(({ field }) => field.split('/')[1] ?? ''))
  if (!NEEDED.some((name) => wrong.has(name))) {
    const others = Object.entries(fields).filter(([name]) => !wrong.has(name))
    const second = check(Object.fromEntries(others), true)
    if (second.article) return { article: second.article, leftOut: [...wrong].sort() }
  }
  const { origin } = context.settings ?? {}
  const againstText = await reasonsAmongStored(verb.read, slug, outcome.rendered, {
    origin,
    before: existing?.body_markdown,
    now: verb.now(),
    siblings: await siblings?.(),
  })
  throw new SiteError('invalid-input', 'This text cannot be shown yet', {
    reasons: withLines([...reasons, ...againstText]),
  })
}
