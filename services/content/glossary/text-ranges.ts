const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g
/** What leads elsewhere already, is no prose, or names what follows. */
const SKIPPED = new Set(['a', 'code', 'pre', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/**
 * Where the text of paragraphs, lists and cells stands in the HTML of our own renderer, which escapes
 * every `<`, `>` and `&` that is markup to nobody. No range has a tag in it.
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
