import { stringify } from 'yaml'
import { parseMarkdownFile } from '../folder/source-text.ts'
import type { ArticleRequest } from './article-request.ts'

/**
 * Makes the file of an article out of an answer. Title, slug, author, category and origin are those
 * of the request, whatever the answer says. Of its front matter, only what the model was asked to
 * write is taken; a place on the home page, for one, is not.
 *
 * @param answer as it comes out of {@link cleanAnswer}
 * @returns the answer as it came when no front matter can be found in it
 */
export function composeDraft(
  answer: string,
  { title, slug, author, category, subcategory }: ArticleRequest,
  now: Date,
): string {
  const { value, body, problems } = parseMarkdownFile('', answer)
  if (problems.length > 0) return `${answer}\n`

  const { description, takeaways, sources }: Record<string, unknown> = Object(value)
  const frontMatter = frontMatterText({
    title,
    slug,
    description,
    author,
    publishedAt: `${now.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}:00Z`,
    provenance: 'generated',
    entities: [{ category, subcategories: [{ subcategory, subsubcategories: [] }] }],
    takeaways,
    sources,
  })
  return `${frontMatter}\n\n${body.trim()}\n`
}

/**
 * Front matter between its two lines of hyphens. Text stands in double quotes, so that no word of it
 * can mean anything in YAML.
 *
 * @param fields values that JSON knows; those that are `undefined` are left out
 */
export const frontMatterText = (fields: Readonly<Record<string, unknown>>): string =>
  `---\n${stringify(fields, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })}---`

/** What some models think before they answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/
/** A fence around the whole answer, although none was asked for. */
const FENCE = /^(?<marks>`{3,}|~{3,})[a-z]*[ \t]*\n(?<inside>[\s\S]*)\n\k<marks>$/

/** The Markdown file in an answer of a language model, without what models like to put around it. */
export function cleanAnswer(answer: string): string {
  const text = answer
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(THOUGHTS, '')
    .trim()
  return (FENCE.exec(text)?.groups?.inside ?? text).trim()
}
