import type { Locale, Tag } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { FACT_MARK, factOfToday, factsIn, hasFactMarks } from '../facts/fact-marks.ts'
import type { ShownFact } from '../library/fact-repository.ts'
import { locateNumbers } from '../markdown/locate-numbers.ts'
import { plainText } from '../markdown/plain-text.ts'
import { escapeHtml } from '../markdown/render-markdown.ts'
import { factNote } from './fact-note.ts'

type ShownFacts = ReadonlyMap<string, ShownFact>

/** The tags of what a text may say beside its facts. */
export const factTags = (html: string): Tag[] => factsIn(html).map(tags.fact)

/** Says beside each number that is no longer right what is, and takes the marks away. */
export function showFacts(html: string, facts: ShownFacts, locale: Locale): string {
  if (!hasFactMarks(html)) return html
  return html.replace(FACT_MARK, (_, value: string, printed: string) => {
    const fact = facts.get(factOfToday(value) ?? '')
    const note = fact && factNote(plainText(printed), fact, locale)
    return note === undefined ? printed : `${printed} ${NOTE}(${escapeHtml(note)})</span>`
  })
}

/** Begins a note; nothing else on a page has this markup. */
const NOTE = '<span class="fact-note">'

/**
 * The same in the text as its author wrote it.
 *
 * @param html what `showFacts` made of it: most texts have no note, and are not parsed again
 */
export function showFactsInMarkdown(
  markdown: string,
  html: string,
  facts: ShownFacts,
  locale: Locale,
): string {
  if (!html.includes(NOTE)) return markdown
  const pieces: string[] = []
  let done = 0
  for (const { fact: reference, printed, place } of locateNumbers(markdown, locale)) {
    if (reference === undefined || !place) continue
    const fact = facts.get(factOfToday(reference) ?? '')
    const note = fact && factNote(printed, fact, locale)
    if (note === undefined) continue
    pieces.push(markdown.slice(done, place.ends), ` (${note})`)
    done = place.ends
  }
  return pieces.join('') + markdown.slice(done)
}
