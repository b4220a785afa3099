import type { PagePath, Slug } from '#shared/contracts/primitives.ts'

export const authorPath = (slug: Slug): PagePath => `/authors/${slug}`
