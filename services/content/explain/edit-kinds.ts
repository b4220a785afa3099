import type { ArticleDraft } from '../articles/article-draft.ts'

/** A kind of edit that is tried: it is checked and thrown away. */
export interface EditKind {
  name: string
  /** The fields that differ; `undefined` withdraws the article. */
  change: ((article: Pick<ArticleDraft, 'body'>) => Partial<ArticleDraft>) | undefined
}

/** The wording says in which edit it was, should one ever be seen. */
export const EDIT_KINDS: readonly EditKind[] = [
  // No word more, or it might take a minute longer to read, which cards show.
  { name: 'its text', change: ({ body }) => ({ body: `${body}\n\n…` }) },
  { name: 'its summary', change: () => ({ description: 'Another summary of this article.' }) },
  { name: 'its title', change: () => ({ title: 'Another title of this article' }) },
  { name: 'its withdrawal', change: undefined },
]
