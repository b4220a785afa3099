import { Type } from 'typebox'
import { ExplainAnswer } from '#shared/contracts/explanation.ts'
import { Revision, type Slug, Tag } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { ArticleDraft } from '../drafts/article-draft.ts'
import { askJson, type ExplainSources } from './ask-json.ts'
import { groupPages } from './why-rebuilt.ts'

export interface Explanation {
  path: string
  title: string
  /** By a name such as "its title". */
  edits: { name: string; answer: ExplainAnswer }[]
}

const Article = Type.Object({
  title: Type.String(),
  ...Type.Pick(ArticleDraft, ['body', 'terms']).properties,
})
const DryRun = Type.Object({ revision: Revision, tags: Type.Array(Tag) })

/** A kind of edit that is tried in a dry run. */
interface EditKind {
  name: string
  /** Returns the changed fields; `undefined` withdraws the article. */
  change: ((article: Pick<ArticleDraft, 'body' | 'terms'>) => Partial<ArticleDraft>) | undefined
  /** Only for articles that explain terms. */
  ofTerms?: true
}

/** Each text names the edit it is from, in case it is ever saved by mistake. */
export const EDIT_KINDS: readonly EditKind[] = [
  // Adds no word: the reading time, which cards show, must not change.
  { name: 'its text', change: ({ body }) => ({ body: `${body}\n\n…` }) },
  {
    name: 'its description',
    change: () => ({ description: 'Another description of this article.' }),
  },
  { name: 'its title', change: () => ({ title: 'Another title of this article' }) },
  {
    name: 'its definitions',
    change: ({ terms = [] }) => ({
      terms: terms.map((term) =>
        term.definition === undefined
          ? term
          : { ...term, definition: 'Another definition of this term.' },
      ),
    }),
    ofTerms: true,
  },
  { name: 'its withdrawal', change: undefined },
]

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
  const ifMissing = `There is no article "${slug}" at ${content.url}`
  const article = await askJson(content, { path, ifMissing }, Article)

  const edits: Explanation['edits'] = []
  for (const { name, change, ofTerms } of EDIT_KINDS) {
    if (ofTerms && !article.terms?.length) continue
    const edit = {
      method: change ? 'PATCH' : 'DELETE',
      path: `${path}?dryRun=true`,
      ...(change && { body: change(article) }),
      ifMissing: `Article "${slug}" was withdrawn meanwhile`,
    } as const
    const { tags } = await askJson(content, edit, DryRun)
    const question = { method: 'POST', path: '/explain', body: { tags } } as const
    edits.push({ name, answer: await askJson(worker, question, ExplainAnswer) })
  }
  return { path, title: article.title, edits }
}

/** The most pages listed under one reason. */
const SHOWN = 20

/** The text that `npm run content -- explain` prints. */
export function printExplanation({ path, title, edits }: Explanation): string {
  const parts = edits.map(({ name, answer: { pages, total, shell } }) => {
    const heading = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (shell) return `${heading}: every page, because header, footer or menu would differ\n`
    const unnamed = total - pages.length
    return [
      `${heading}: ${count(total)}`,
      ...groupPages(pages, path).flatMap(({ reason, paths }) => [
        `  ${reason}${paths.length > 1 ? ` (${paths.length})` : ''}`,
        ...paths.slice(0, SHOWN).map((path) => `    ${path}`),
        ...(paths.length > SHOWN ? [`    … and ${paths.length - SHOWN} more`] : []),
      ]),
      ...(unnamed > 0 ? [`  and ${count(unnamed)} more`] : []),
      '',
    ].join('\n')
  })
  return `What an edit of "${title}" (${path}) would rebuild\n\n${parts.join('\n')}`
}

const count = (pages: number) => (pages === 1 ? '1 page' : `${pages.toLocaleString('en')} pages`)
