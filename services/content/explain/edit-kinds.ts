import type { ArticleDraft } from '../drafts/article-draft.ts'

/** A kind of edit that is tried in a dry run. */
export interface EditKind {
  name: string
  /** Returns the changed fields; `undefined` withdraws the article. */
  change: ((article: ExplainedArticle) => Partial<ArticleDraft>) | undefined
  /** Only for articles that explain terms. */
  ofTerms?: true
}

export type ExplainedArticle = Pick<ArticleDraft, 'body' | 'terms'>

/** Each text names the edit it is from, in case it is ever saved by mistake. */
export const EDIT_KINDS: readonly EditKind[] = [
  // Adds no word: the reading time, which cards show, must not change.
  { name: 'its text', change: ({ body }) => ({ body: `${body}\n\n…` }) },
  { name: 'its summary', change: () => ({ description: 'Another summary of this article.' }) },
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
