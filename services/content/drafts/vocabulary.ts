import type { Locale } from '#shared/contracts/primitives.ts'
import { UTC } from '#shared/text/time-zone.ts'

/** The names that a draft may refer to. */
export type Vocabulary = ReturnType<typeof buildVocabulary>

/**
 * Builds it from names in the database, or from files that are about to be imported.
 *
 * @param site its tagline for default descriptions, its locale, the time zone that days are in, and the
 *   office that answers for texts which name no person
 */
export const buildVocabulary = (
  authors: readonly { name: string; slug: string }[],
  categories: readonly { slug: string; fallback: string; children: readonly { slug: string }[] }[],
  {
    tagline = '',
    locale,
    zone = UTC,
    office,
  }: { tagline?: string; locale: Locale; zone?: string; office?: string },
) => ({
  locale,
  tagline,
  zone,
  office,
  /** Slugs of authors by name. */
  authors: new Map(authors.map(({ name, slug }) => [name, slug])),
  /** By slug of the category: its fallback and all its subcategories. */
  categories: new Map(
    categories.map(({ slug, fallback, children }) => [
      slug,
      { fallback, subcategories: new Set(children.map((child) => child.slug)) },
    ]),
  ),
})
