/** Replacements for tags that begin or end a block. Inline tags are removed. */
const BREAKS: readonly [RegExp, string][] = [
  // The picture and the handle of a table, whose figures stand in its rows.
  [/<svg\b[\s\S]*?<\/svg>|<summary>[\s\S]*?<\/summary>/g, ''],
  [/<(?:p|figcaption|h[2-6]|ul|ol|table|pre|blockquote|hr)\b[^>]*>/g, '\n\n'],
  [/<\/(?:p|figcaption|h[2-6]|ul|ol|table|pre|blockquote)>/g, '\n\n'],
  [/<li>/g, '\n• '],
  [/<(?:tr|br)\b[^>]*>/g, '\n'],
  [/<\/t[dh]>\s*/g, '\t'],
  [/<[^>]*>/g, ''],
]

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/**
 * The text of an article without HTML: blank lines between paragraphs, one line for each list item
 * and table row, tabs between the cells of a row.
 *
 * @param html as made by `renderMarkdown`: no other tags, and no `>` in an attribute
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

/** Line breaks in HTML are only spaces, except in code. */
const oneLine = (html: string) =>
  html
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre>') ? part : part.replaceAll('\n', ' ')))
    .join('')
