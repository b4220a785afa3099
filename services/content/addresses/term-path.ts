import type { PagePath } from '#shared/contracts/primitives.ts'

/** The first segment of the addresses of terms. */
export const TERMS = 'terms'

export const termPath = (slug: string): PagePath => `/${TERMS}/${slug}`
