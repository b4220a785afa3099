import type { Locale } from '#shared/contracts/primitives.ts'

/** What a draft may refer to. */
export interface Vocabulary {
  /** The language that it is written in. */
  locale: Locale
  /** What the site is about, in a few words. */
  tagline: string
  /** Author's slug by name. */
  authors: ReadonlyMap<string, string>
  /** By slug: the category's own fallback and all its subcategories. */
  categories: ReadonlyMap<string, { fallback: string; subcategories: ReadonlySet<string> }>
}

interface NamedAuthor {
  name: string
  slug: string
}

interface CategoryBranch {
  slug: string
  fallback: string
  children: readonly { slug: string }[]
}

/** The same whether the names come from the database or from files that are about to be imported. */
export function buildVocabulary(
  authors: readonly NamedAuthor[],
  categories: readonly CategoryBranch[],
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
