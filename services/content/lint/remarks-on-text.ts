import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'

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
  for (const { heads, overfull } of tables) {
    for (const { line, cells } of overfull) {
      const message = `the row has ${cells} cells and its table ${heads.length} columns: readers do not see the last ones; write \\| for a line within a cell`
      yield aboutText('W-TABLE-CELLS', line, message)
    }
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

/** Link texts that mean nothing to a reader who hears or scans only the links of a page. */
const WEAK_LINK_TEXTS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en_US: new Set([
    ...['here', 'click here', 'click', 'tap here', 'see here', 'go here', 'this', 'this link'],
    ...['link', 'the link', 'this page', 'this article', 'page', 'more', 'read more', 'read on'],
    ...['learn more', 'see more', 'find out more', 'more info', 'more information', 'details'],
    ...['continue', 'continue reading', 'website', 'source'],
  ]),
  ru_RU: new Set([
    ...['здесь', 'тут', 'сюда', 'вот', 'вот здесь', 'жмите сюда', 'нажмите', 'нажмите здесь'],
    ...['нажмите сюда', 'кликните здесь', 'ссылка', 'ссылке', 'по ссылке', 'по этой ссылке'],
    ...['эта ссылка', 'эта страница', 'эта статья', 'страница', 'далее', 'дальше', 'ещё', 'еще'],
    ...['подробнее', 'подробности', 'читать', 'читать далее', 'читать дальше', 'узнать больше'],
    ...['узнать подробнее', 'больше', 'сайт', 'источник'],
  ]),
  tr_TR: new Set([
    ...['burada', 'buradan', 'buraya', 'burası', 'bu', 'tıklayın', 'tıklayınız', 'buraya tıklayın'],
    ...['buraya tıklayınız', 'bağlantı', 'link', 'bu bağlantı', 'bu link', 'bu sayfa', 'bu yazı'],
    ...['sayfa', 'devam', 'devamı', 'devamını oku', 'devamını okuyun', 'daha fazla', 'fazlası'],
    ...['daha fazla bilgi', 'ayrıntı', 'ayrıntılar', 'detay', 'detaylar', 'oku', 'okuyun'],
    ...['web sitesi', 'kaynak'],
  ]),
}
