const UNITS = 480_000

/** As many repetitions as fit into the length. */
const repeat = (part: string, units = UNITS) => part.repeat(Math.floor(units / part.length))
const row = (cell: string, columns: number) => `|${`${cell}|`.repeat(columns)}\n`
const wide = row('a', 2_000)

/**
 * For tests: texts of allowed length, each made so that reading it costs as much as it can. `refused`
 * are those that have more parts than an article may have.
 */
export const COSTLY_TEXTS: Readonly<Record<string, { text: string; refused: boolean }>> = {
  'short paragraphs': { text: 'a\n\n'.repeat(160_000), refused: true },
  'a long list': { text: repeat('- a\n'), refused: true },
  'nested lists': {
    text: repeat(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')),
    refused: false,
  },
  headings: { text: repeat('# a\n'), refused: true },
  quotes: { text: repeat('> a\n\n'), refused: true },
  'nested quotes': { text: repeat(`${'> '.repeat(60)}a\n\n`), refused: true },
  'a table of 2,000 columns': {
    text: wide + row('-', 2_000) + repeat(wide, UNITS - 2 * wide.length),
    refused: true,
  },
  'a table of many rows': { text: `|a|b|\n|-|-|\n${repeat('|a|b|\n')}`, refused: true },
  'brackets that open': { text: '['.repeat(490_000), refused: true },
  'images that begin': { text: repeat('!['), refused: true },
  'images in the words of images': {
    text: `${'!['.repeat(60_000)}a${'](b)'.repeat(60_000)}`,
    refused: true,
  },
  'emphasis that never ends': { text: repeat('*a_'), refused: true },
  links: { text: repeat('[a](b)'), refused: true },
  'definitions of references': { text: repeat('[a]: b\n'), refused: false },
  'references to one definition': { text: `[a]: b\n\n${repeat('[a]')}`, refused: true },
  'code marks of all lengths': {
    text: Array.from({ length: 900 }, (_, length) => `${'`'.repeat(length + 1)} `).join(''),
    refused: false,
  },
  'short code': { text: repeat('`a` '), refused: true },
  'line breaks': { text: repeat('a\n'), refused: true },
  entities: { text: repeat('&amp;'), refused: false },
  'mail addresses': { text: repeat('a@b.co '), refused: true },
}
