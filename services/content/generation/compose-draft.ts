import type { ContentProblem } from '../folder/content-problem.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'
import type { ArticleRequest } from './article-request.ts'
import { frontMatterText } from './front-matter-text.ts'

/** An answer as an article's file. */
export interface ComposedDraft {
  /** The file; the answer as it came when no front matter can be found in it. */
  text: string
  /** Why the answer is not an article's file; empty when it is. */
  problems: ContentProblem[]
}

/**
 * Makes the file of an article out of an answer. Title, slug, author, category and origin are those
 * of the request, whatever the answer says. Of its front matter, only what the model was asked to
 * write is taken; a place on the home page, for one, is not.
 *
 * @param file its name, for problems
 * @param answer without what models like to put around it
 */
export function composeDraft(
  file: string,
  answer: string,
  { title, slug, author, category, subcategory }: ArticleRequest,
  now: Date,
): ComposedDraft {
  const { value, body, problems } = parseMarkdownFile(file, answer)
  if (problems.length > 0) return { text: `${answer}\n`, problems }

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
  return { text: `${frontMatter}\n\n${body.trim()}\n`, problems: [] }
}
