import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { WEAK_LINK_TEXTS } from './weak-link-texts.ts'

/** What makes a text hard to use, most of all with a screen reader. */
export const remarksOnText = (outline: Outline, locale: Locale): CodedReason[] => [
  ...remarksOnHeadings(outline),
  ...remarksOnParts(outline, locale),
]

function* remarksOnHeadings({ headings }: Outline): Generator<CodedReason> {
  let above = 1
  for (const { line, level, text } of headings) {
    const marks = '#'.repeat(level)
    if (text === '') {
      const message = `the heading ${marks} has no text: write it or take it away`
      yield aboutText('W-EMPTY-HEADING', line, message)
    }
    if (level === 1) {
      const message = `the heading "${text}" has the level of the page title: begin it with ##`
      yield aboutText('W-HEADING-ORDER', line, message)
    } else if (level > above + 1) {
      const message = `the heading "${text}" skips a level: begin it with ${'#'.repeat(above + 1)}, not ${marks}`
      yield aboutText('W-HEADING-ORDER', line, message)
    }
    above = Math.max(2, level)
  }
}

function* remarksOnParts(
  { images, links, tables }: Outline,
  locale: Locale,
): Generator<CodedReason> {
  for (const { line, alt, address } of images) {
    if (alt !== '') continue
    const message = `the image ${address} has no text: write ![what it shows](…)`
    yield aboutText('W-ALT', line, message)
  }
  for (const { line, text, address } of links) {
    const weakness = weaknessOf(text, locale)
    if (weakness === undefined) continue
    const message = `the link to ${address} ${weakness}: link words that name the target`
    yield aboutText('W-LINK-TEXT', line, message)
  }
  for (const { line, heads } of tables) {
    // The top left cell, above the names of rows, may be empty.
    const bare = heads.findIndex((head, at) => head === '' && (at > 0 || heads.length === 1))
    if (bare === -1) continue
    const message = `column ${bare + 1} of the table has no heading: write what the column contains`
    yield aboutText('W-TABLE-HEAD', line, message)
  }
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
