import type { NamedTerm } from '#shared/contracts/change.ts'
import { articlePath } from '../articles/article-path.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Edit } from '../editing/commit-edit.ts'

/** The list is one answer, kept whole in memory by whoever asks: more are left out. */
export const MAX_NAMED_TERMS = 20_000

interface Entry {
  term: string
  also: readonly string[]
  /** The article that explains it. */
  slug: string
  title: string
}

const namedTerm = ({ term, also, slug, title }: Entry): NamedTerm => ({
  forms: [term, ...also],
  article: { title, path: articlePath(slug) },
})

/**
 * The terms in force, by the ids of their articles and then as each article has them: an order that
 * no edit of an article changes. At most {@link MAX_NAMED_TERMS}, the first of them.
 */
export async function loadNamedTerms(db: Reader): Promise<NamedTerm[]> {
  const rows = await db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(['term.term', 'term.also', 'article.slug', 'article.title'])
    .where('term.definition', 'is not', null)
    .where('article.status', '=', 'published')
    .orderBy('term.article')
    .orderBy('term.position')
    .limit(MAX_NAMED_TERMS)
    .execute()
  return rows.map(namedTerm)
}

/** An article before or after an edit, with what it explains. */
interface Explaining extends Pick<Entry, 'slug' | 'title'> {
  status: 'published' | 'gone'
  terms: readonly (Pick<Entry, 'term' | 'also'> & { definition?: string | null })[]
}

/**
 * Says that the list of names differs, if the article has other terms in it than before or they lead
 * to another address or title. What they mean is not in it.
 */
export function touchNames(
  edit: Edit,
  before: Explaining | undefined,
  after: Explaining | undefined,
): void {
  const [were, are] = [before, after].map((article) => JSON.stringify(termsIn(article)))
  if (were !== are) edit.touch(tags.names)
}

/** What the list has of an article. */
const termsIn = (article: Explaining | undefined): NamedTerm[] =>
  article?.status === 'published'
    ? article.terms.flatMap(({ term, also, definition }) =>
        typeof definition === 'string' ? namedTerm({ ...article, term, also }) : [],
      )
    : []
