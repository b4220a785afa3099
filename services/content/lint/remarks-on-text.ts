import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { WEAK_LINK_TEXTS } from './weak-link-texts.ts'

/** What makes a text hard to use, most of all with a screen reader. */
export const remarksOnText = (outline: Outline, locale: Locale): CodedReason[] => [
  ...remarksOnHeadings(outline),
  ...outline.images
    .filter(({ alt }) => alt === '')
    .map(({ line, address }) =>
      aboutText('W-ALT', line, `the image ${address} has no text: write ![what it shows](…)`),
    ),
  ...outline.links.flatMap(({ line, text, address }) => {
    const weakness = weaknessOf(text, locale)
    if (weakness === undefined) return []
    const message = `the link to ${address} ${weakness}: link words that name the target`
    return [aboutText('W-LINK-TEXT', line, message)]
  }),
  ...outline.tables.flatMap(({ line, heads }) => {
    // The top left cell, above the names of rows, may be empty.
    const bare = heads.findIndex(
      (head, column) => head === '' && (column > 0 || heads.length === 1),
    )
    if (bare === -1) return []
    const message = `column ${bare + 1} of the table has no heading: write what the column contains`
    return [aboutText('W-TABLE-HEAD', line, message)]
  }),
]

function remarksOnHeadings({ headings }: Outline): CodedReason[] {
  const remarks: CodedReason[] = []
  let above = 1
  for (const { line, level, text } of headings) {
    const marks = '#'.repeat(level)
    if (text === '') {
      remarks.push(
        aboutText(
          'W-EMPTY-HEADING',
          line,
          `the heading ${marks} has no text: write it or take it away`,
        ),
      )
    }
    if (level === 1) {
      const message = `the heading "${text}" has the level of the page title: begin it with ##`
      remarks.push(aboutText('W-HEADING-ORDER', line, message))
    } else if (level > above + 1) {
      const message = `the heading "${text}" skips a level: begin it with ${'#'.repeat(above + 1)}, not ${marks}`
      remarks.push(aboutText('W-HEADING-ORDER', line, message))
    }
    above = Math.max(2, level)
  }
  return remarks
}

/** Longer link texts are never weak. Counted with punctuation. */
const LONGEST_WEAK = 40

function weaknessOf(text: string, locale: Locale): string | undefined {
  if (text === '') return 'has no words'
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return 'shows its address'
  if (text.length > LONGEST_WEAK) return undefined
  const words = text
    .toLocaleLowerCase(languageTag(locale))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return WEAK_LINK_TEXTS[locale].has(words) ? `says only "${text}"` : undefined
}
