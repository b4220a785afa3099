import type { ContentProblem } from '../import/content-problem.ts'
import { parseMarkdownFile } from '../import/source-text.ts'
import type { ArticleRequest } from './article-request.ts'
import { frontMatterText } from './front-matter-text.ts'

/** An answer as an article's file. */
export interface ComposedDraft {
  /** The file; the answer as it came when no front matter can be found in it. */
  text: string
  /** Why it is no file. */
  problems: ContentProblem[]
}

/**
 * Makes the file of an article out of an answer. What was asked for stays as it was asked for,
 * whatever the answer says, and so does where the text comes from: of its front matter, only what the
 * model was to write is taken. Places on the home page are not among it.
 *
 * @param file its name, for problems
 * @param answer cleaned
 */
export function composeDraft(
  file: string,
  answer: string,
  { title, slug, author, category, subcategory }: ArticleRequest,
  now: Date,
): ComposedDraft {
  const { value, body, problems } = parseMarkdownFile(file, answer)
  if (problems.length > 0) return { text: `${answer}\n`, problems }

  const { description, takeaways, sources } = fieldsOf(value)
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
  return { text: `${frontMatter}\n\n${body.trim()}\n`, problems: [] }
}

interface WrittenFields {
  description?: unknown
  takeaways?: unknown
  sources?: unknown
}

const fieldsOf = (value: unknown): WrittenFields =>
  typeof value === 'object' && value !== null ? value : {}
