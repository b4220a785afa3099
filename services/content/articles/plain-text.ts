/** How each kind of part begins and ends; inside a line, tags leave nothing. */
const BREAKS: readonly [RegExp, string][] = [
  [/<(?:p|h[2-6]|ul|ol|table|pre|blockquote|hr)\b[^>]*>/g, '\n\n'],
  [/<\/(?:p|h[2-6]|ul|ol|table|pre|blockquote)>/g, '\n\n'],
  [/<li>/g, '\n• '],
  [/<(?:tr|br)\b[^>]*>/g, '\n'],
  [/<\/t[dh]>\s*/g, '\t'],
  [/<[^>]*>/g, ''],
]

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/**
 * The text of an article for readers without HTML: a blank line between paragraphs, a line for each
 * item of a list and each row of a table, whose cells are apart by tabs.
 *
 * @param html as `renderMarkdown` makes it: no other tags, and no `>` in an attribute
 */
export function plainText(html: string): string {
  return BREAKS.reduce((text, [tag, instead]) => text.replace(tag, instead), oneLine(html))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Line breaks of the source mean nothing, but for those of code. */
const oneLine = (html: string) =>
  html
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre>') ? part : part.replaceAll('\n', ' ')))
    .join('')
