import type { Locale } from '#shared/contracts/primitives.ts'

/** The names that a draft may refer to. */
export interface Vocabulary {
  /** The language of the draft. */
  locale: Locale
  /** The site's tagline, for default descriptions. */
  tagline: string
  /** Slugs of authors by name. */
  authors: ReadonlyMap<string, string>
  /** By slug of the category: its fallback and all its subcategories. */
  categories: ReadonlyMap<string, { fallback: string; subcategories: ReadonlySet<string> }>
}

/** Builds it from names in the database, or from files that are about to be imported. */
export function buildVocabulary(
  authors: readonly { name: string; slug: string }[],
  categories: readonly { slug: string; fallback: string; children: readonly { slug: string }[] }[],
  tagline: string,
  locale: Locale,
): Vocabulary {
  return {
    locale,
    tagline,
    authors: new Map(authors.map(({ name, slug }) => [name, slug])),
    categories: new Map(
      categories.map(({ slug, fallback, children }) => [
        slug,
        { fallback, subcategories: new Set(children.map((child) => child.slug)) },
      ]),
    ),
  }
}
