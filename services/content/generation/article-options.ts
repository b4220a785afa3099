import type { Reason } from '#shared/errors.ts'
import type { ArticleWish } from './article-request.ts'

/** Options of the commands that ask for articles, as `parseArgs` takes them. */
export const ARTICLE_OPTIONS = {
  locale: { type: 'string' },
  title: { type: 'string' },
  category: { type: 'string' },
  subcategory: { type: 'string' },
  author: { type: 'string' },
  slug: { type: 'string' },
} as const

export const wishOf = ({
  title,
  category,
  subcategory,
  author,
  slug,
}: ArticleWish): ArticleWish => ({
  title,
  category,
  subcategory,
  author,
  slug,
})

/** What is wrong with the options, as they are written. */
export const describeReasons = (reasons: readonly Reason[]): string =>
  reasons.map(({ field, message }) => `--${field.slice(1)} ${message}`).join('\n')
