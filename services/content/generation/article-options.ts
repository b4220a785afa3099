/** Options of the commands that ask for articles, as `parseArgs` takes them. */
export const ARTICLE_OPTIONS = {
  locale: { type: 'string' },
  title: { type: 'string' },
  category: { type: 'string' },
  subcategory: { type: 'string' },
  author: { type: 'string' },
  slug: { type: 'string' },
} as const
