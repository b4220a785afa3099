import { termElementId } from '#shared/addresses/term-element-id.ts'
import type { MentionedTerm } from '#shared/contracts/page.ts'
import type { Mention } from '../glossary/find-mentions.ts'
import { mentionedTerm, type ShownTerm } from '../library/shown-terms.ts'

/**
 * Turns the mentions in an article's text into links. Addresses and definitions are inserted only
 * here, so the stored text stays right when they change.
 *
 * @param mentions in the order of the text; those of other terms stay plain text
 * @param terms those that pages may show now, by id
 */
export function showMentions(
  html: string,
  mentions: readonly Mention[],
  terms: ReadonlyMap<string, ShownTerm>,
): { html: string; terms: MentionedTerm[] } {
  const explained: MentionedTerm[] = []
  const pieces: string[] = []
  let shown = 0
  for (const { term: id, starts, ends } of mentions) {
    const term = terms.get(id)
    if (!term) continue
    explained.push(mentionedTerm(term))
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
