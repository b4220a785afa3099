import { readMarkdown } from '../../../services/content/markdown/render-markdown.ts'
import { reasonsAgainstNumbers } from '../../../services/content/numbers/check-numbers.ts'

const DEFINITION = /<(input|calc):([^>]*)>/g
const INPUT_NAME = /<input:\s*(\w+)\s*,/g
const LINK = /\[([^\]]+)\]\(<(?:input|calc):[^>]*>\)/g
const SOURCE_LINK = /\[([^\]]+)\]\(source:[a-z0-9-]+\)/g
const TABLE_ID = /\{#([a-z0-9-]+)(?= |\})/g

/** Sources are those of the article that a text is from: elsewhere, links to them are plain words. */
export const withoutSources = (text: string): string => text.replaceAll(SOURCE_LINK, '$1')

/**
 * A section that can stand beside any others: the names of its values, and the ids of its tables, are
 * its own. Numbers that are calculated from values of other sections, and links to sources, become
 * plain ones.
 *
 * @param index its number among all sections
 */
export function standAlone(section: string, index: number): string {
  const names = Array.from(section.matchAll(INPUT_NAME), ([, name = '']) => name)
  const named = withoutSources(section)
    .replaceAll(DEFINITION, (_, kind: string, definition: string) => {
      const renamed = names.reduce(
        // A name before a bracket is that of a function, and one after "fact" that of a fact.
        (text, name) =>
          text.replaceAll(
            new RegExp(`(?<!\\bfact [\\w-]*)\\b${name}\\b(?!\\()`, 'g'),
            `${name}_${index}`,
          ),
        definition,
      )
      return `<${kind}:${renamed}>`
    })
    .replaceAll(TABLE_ID, `{#$1-${index}`)
  const { outline } = readMarkdown(named, '', 'en_US')
  if (reasonsAgainstNumbers(outline).length === 0) return named
  return named.replaceAll(LINK, '$1').replaceAll(/(\{#[^}]*) example\b/g, '$1')
}
