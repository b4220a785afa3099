import type { PagePath, Slug } from '#shared/contracts/primitives.ts'

export const articlePath = (slug: Slug): PagePath => `/articles/${slug}`
