import { Type } from 'typebox'
import { ExplainAnswer } from '#shared/contracts/explanation.ts'
import { Revision, type Slug, Tag } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { ArticleDraft } from '../drafts/article-draft.ts'
import { type Asked, askJson } from './ask-json.ts'
import { EDIT_KINDS } from './edit-kinds.ts'

export interface ExplainSources {
  content: Asked
  worker: Asked
}

export interface ExplainedEdit {
  /** Such as "its title". */
  name: string
  answer: ExplainAnswer
}

export interface Explanation {
  path: string
  title: string
  edits: ExplainedEdit[]
}

const Article = Type.Object({
  title: Type.String(),
  ...Type.Pick(ArticleDraft, ['body', 'terms']).properties,
})
const DryRun = Type.Object({ revision: Revision, tags: Type.Array(Tag) })

/**
 * Tries each kind of edit of an article in a dry run, and asks which stored pages it would rebuild.
 *
 * @throws {Error} with a message for the person at the terminal
 */
export async function explainEdits(
  { content, worker }: ExplainSources,
  slug: Slug,
): Promise<Explanation> {
  const path = articlePath(slug)
  const article = await askJson(content, { method: 'GET', path }, Article)
  if (!article) throw new Error(`There is no article "${slug}" at ${content.url}`)

  const edits: ExplainedEdit[] = []
  for (const { name, change, ofTerms } of EDIT_KINDS) {
    if (ofTerms && !article.terms?.length) continue
    const tried = await askJson(
      content,
      {
        method: change ? 'PATCH' : 'DELETE',
        path: `${path}?dryRun=true`,
        ...(change && { body: change(article) }),
      },
      DryRun,
    )
    if (!tried) throw new Error(`Article "${slug}" was withdrawn meanwhile`)
    const { tags } = tried
    const answer = await askJson(
      worker,
      { method: 'POST', path: '/explain', body: { tags } },
      ExplainAnswer,
    )
    if (!answer)
      throw new Error(`What answers at ${worker.url} is not a render worker. ${worker.remedy}`)
    edits.push({ name, answer })
  }
  return { path, title: article.title, edits }
}
