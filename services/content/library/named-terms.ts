import type { NamedTerm } from '#shared/contracts/change.ts'
import { slugify } from '#shared/text/slugify.ts'
import { articlePath } from '../addresses/article-path.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { termsInForce } from './shown-terms.ts'

/**
 * All names are one answer, which clients keep in memory as a whole, so their number is limited.
 */
export const MAX_NAMED_TERMS = 20_000

interface Entry {
  term: string
  definition: string
  also: readonly string[]
  /** The article that explains it. */
  slug: string
  title: string
}

const namedTerm = ({ term, also, definition, slug, title }: Entry): NamedTerm => ({
  forms: [term, ...also],
  article: { title, path: articlePath(slug) },
  path: termPath(slugify(term)),
  definition,
})

/**
 * The first {@link MAX_NAMED_TERMS} terms in force, ordered by the ids of their articles and then
 * by position in the article. No edit of an article changes this order.
 */
export async function loadNamedTerms(db: Reader): Promise<NamedTerm[]> {
  const rows = await termsInForce(db)
    .select('term.also')
    .orderBy('term.article')
    .orderBy('term.position')
    .limit(MAX_NAMED_TERMS)
    .execute()
  return rows.map(namedTerm)
}

/** An article before or after an edit, with the terms it explains. */
interface Explaining extends Pick<Entry, 'slug' | 'title'> {
  status: 'published' | 'gone'
  terms: readonly (Pick<Entry, 'term' | 'also'> & { definition?: string | null })[]
}

/**
 * Touches the tag of names if the article's terms have other forms than before, another definition, or
 * lead to another address or title.
 */
export function touchNames(
  edit: Edit,
  before: Explaining | undefined,
  after: Explaining | undefined,
): void {
  const [were, are] = [before, after].map((article) => JSON.stringify(termsIn(article)))
  if (were !== are) edit.touch(tags.names)
}

/** What names contain of an article. */
const termsIn = (article: Explaining | undefined): NamedTerm[] =>
  article?.status === 'published'
    ? article.terms.flatMap(({ term, also, definition }) =>
        typeof definition === 'string' ? namedTerm({ ...article, term, also, definition }) : [],
      )
    : []
