import { NUMBER_KINDS } from '#shared/formulas/number-kinds.ts'
import { splitCaption } from '#shared/text/split-caption.ts'

/**
 * Markdown that others render: what our own pages show as text must not become markup or a script
 * there. Code stays as it is.
 */
export function harmlessMarkdown(markdown: string): string {
  let fence: string | undefined
  const parts: string[] = []
  let prose: string[] = []
  const endProse = () => {
    if (prose.length > 0) parts.push(harmlessProse(prose.join('\n')))
    prose = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    const closes = fence !== undefined && mark?.startsWith(fence) && /^[\s`~]*$/.test(line)
    if (fence === undefined && mark === undefined) prose.push(withoutTableOptions(line))
    else {
      endProse()
      parts.push(line)
      fence = closes ? undefined : (fence ?? mark)
    }
  }
  endProse()
  return parts.join('\n')
}

/** The caption of a table without the braces at its end, which say what our own pages do with it. */
const withoutTableOptions = (line: string): string =>
  line.startsWith(': ') ? splitCaption(line).words : line

/** Code between marks of one length. */
const CODE = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
/** In longer paragraphs, which are not written by hand, looking for code would take too long: all is escaped. */
const LONGEST_PARAGRAPH = 20_000

const harmlessProse = (prose: string): string =>
  prose
    .split(/(\n[ \t]*\n)/)
    .map((part) => (part.length > LONGEST_PARAGRAPH ? withoutMarkup(part) : aroundCode(part)))
    .join('')

function aroundCode(paragraph: string): string {
  let end = 0
  let harmless = ''
  for (const code of paragraph.matchAll(CODE)) {
    harmless += withoutMarkup(paragraph.slice(end, code.index)) + code[0]
    end = code.index + code[0].length
  }
  return harmless + withoutMarkup(paragraph.slice(end))
}

/** What may begin a tag, and is neither an address in angle brackets nor escaped already. */
const TAG = /(?<!\\)<(?=[a-z/!?])(?!https?:\/\/[^\s<>]*>)(?!(?:mailto:|tel:)[^\s<>]*>)/gi
/** The first part of where a link or a definition leads: with a scheme, if it has one. */
const TARGET = /(\]\(\s*<?|\]:\s*<?)([^\s/?#)<>]+)/g
const ALLOWED = /^(?:https?:|mailto:|tel:)/i

/**
 * A number that says what it is, in angle brackets or with at most two levels of its own parentheses.
 * Each text has one way through the pattern: two would take exponential time.
 */
const KIND = `(?:${NUMBER_KINDS.join('|')}):`
const FLAT = String.raw`[^\s()]`
const NESTED = String.raw`\((?:${FLAT}|\(${FLAT}*\))*\)`
const NUMBER_LINK = new RegExp(
  String.raw`\[([^\[\]\n]{1,100})\]\(\s*(?:<${KIND}(?:\\.|[^<>\n\\])*>|${KIND}(?:${FLAT}|${NESTED})*)\s*\)`,
  'gi',
)

/** A path of the site in angle brackets, as in `](</terms>)`. */
const OWN_TARGET = /(?:\]\(|\]:)\s*<\/$/
const LOOK_BACK = 20

/**
 * A target that may be a script, also where letters are written by number, leads to a place of the
 * page. Of a number that says what it is, the number is left.
 */
const withoutMarkup = (text: string) =>
  text
    .replace(NUMBER_LINK, '$1')
    .replace(TARGET, (all, before: string, first: string) =>
      /[:&\\%]/.test(first) && !ALLOWED.test(first) ? `${before}#${first}` : all,
    )
    .replace(TAG, (bracket, at: number, whole: string) =>
      OWN_TARGET.test(whole.slice(Math.max(0, at - LOOK_BACK), at + 2)) ? bracket : `\\${bracket}`,
    )
