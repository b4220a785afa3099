import { plainText } from './plain-text.ts'

/** An example that readers change, in the words of its table. */
export interface FoundExample {
  /** The id of its place in the text. */
  id: string
  caption: string
  /** The names of its rows whose number readers change. */
  inputs: string[]
  /** The names of its rows that follow; without any, those of the other tables that do. */
  results: string[]
}

/** What `renderMarkdown` makes of the table of an example. */
const EXAMPLE = /<div class="[^"]*" id="([^"]*)" data-example role=[^>]*>([\s\S]*?)<\/table>/g
const TABLE = /<div class="table-scroll[^>]* aria-label="([^"]*)">([\s\S]*?)<\/table>/g
const CAPTION = /<caption>([\s\S]*?)<\/caption>/
const ROW = /<tr\b[^>]*>\s*<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>([\s\S]*?)<\/tr>/g
/** The most names that say what an example calculates. */
const MAX_INPUTS = 8
const MAX_RESULTS = 4

/** The examples in the HTML of a text, in their order. */
export function findExamples(html: string): FoundExample[] {
  if (!html.includes('" data-example role=')) return []
  const following = Array.from(html.matchAll(TABLE), ([, name = '', cells = '']) => ({
    name,
    cells,
  })).filter(follows)
  return Array.from(html.matchAll(EXAMPLE), ([, id = '', table = '']) => {
    const rows = Array.from(table.matchAll(ROW), ([, name = '', cells = '']) => ({ name, cells }))
    const inputs = rows.filter(({ cells }) => cells.includes('<span data-input='))
    const results = rows.filter((row) => follows(row) && !inputs.includes(row))
    // Writers set the results that matter in bold.
    const bold = results.filter(({ name }) => name.includes('<strong>'))
    const shown = [bold, results, following].find((some) => some.length > 0) ?? []
    return {
      id,
      caption: plainText(CAPTION.exec(table)?.[1] ?? ''),
      inputs: namesOf(inputs).slice(0, MAX_INPUTS),
      results: namesOf(shown).slice(0, MAX_RESULTS),
    }
  })
}

const follows = ({ cells }: { cells: string }): boolean => cells.includes('<span data-calc=')

const namesOf = (rows: readonly { name: string }[]): string[] =>
  [...new Set(rows.map(({ name }) => plainText(name)))].filter((name) => name !== '')
