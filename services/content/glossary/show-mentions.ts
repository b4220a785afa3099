import type { ExplainedTerm } from '#shared/contracts/page.ts'
import { termElementId } from '#shared/text/term-element-id.ts'
import type { Mention } from './find-mentions.ts'
import type { ShownTerm } from './shown-terms.ts'

/**
 * Makes links of the mentions of an article. Addresses and definitions are put in only here, so what
 * is stored stays right when they change.
 *
 * @param mentions in the order of the text; those of terms that are not in force stay words
 * @param terms that are in force, by id
 */
export function showMentions(
  html: string,
  mentions: readonly Mention[],
  terms: ReadonlyMap<string, ShownTerm>,
): { html: string; terms: ExplainedTerm[] } {
  const explained: ExplainedTerm[] = []
  const pieces: string[] = []
  let shown = 0
  for (const { term: id, starts, ends } of mentions) {
    const term = terms.get(id)
    if (!term) continue
    explained.push({
      term: term.term,
      definition: term.definition,
      article: { title: term.title, path: term.path },
    })
    const described = termElementId(explained.length)
    pieces.push(
      html.slice(shown, starts),
      `<a class="term" href="${term.path}" aria-describedby="${described}">`,
      html.slice(starts, ends),
      '</a>',
    )
    shown = ends
  }
  return { html: pieces.join('') + html.slice(shown), terms: explained }
}
