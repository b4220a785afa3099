const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g
/** Elements whose text is a link already, is not prose, or is a heading. */
const SKIPPED = new Set(['a', 'code', 'pre', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/**
 * The ranges of text in paragraphs, lists and cells. Works only for the HTML of our own renderer,
 * which escapes every `<`, `>` and `&` that is not markup. No range contains a tag.
 */
export function textRanges(html: string): [start: number, end: number][] {
  const ranges: [number, number][] = []
  let skipped = 0
  let start = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (skipped === 0 && index > start) ranges.push([start, index])
    start = index + tag.length
    if (SKIPPED.has(name)) skipped += slash === '/' ? -1 : 1
  }
  if (skipped === 0 && start < html.length) ranges.push([start, html.length])
  return ranges
}
