import type { ArticleDraft } from '../articles/article-draft.ts'

/** A kind of edit that is tried: it is checked and thrown away. */
export interface EditKind {
  name: string
  /** The fields that differ; `undefined` withdraws the article. */
  change: ((article: ExplainedArticle) => Partial<ArticleDraft>) | undefined
  /** It is an edit only of articles that explain terms. */
  ofTerms?: true
}

export type ExplainedArticle = Pick<ArticleDraft, 'body' | 'terms'>

/** The wording says in which edit it was, should one ever be seen. */
export const EDIT_KINDS: readonly EditKind[] = [
  // No word more, or it might take a minute longer to read, which cards show.
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
