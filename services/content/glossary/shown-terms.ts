import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../articles/article-path.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Mention } from './find-mentions.ts'

/** What pages say about a term that they mention. */
export interface ShownTerm {
  id: string
  term: string
  definition: string
  path: PagePath
  /** The title of the article that explains it. */
  title: string
}

/** Those of these terms that are in force. */
export async function loadTerms(db: Reader, ids: readonly string[]): Promise<ShownTerm[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(['term.id', 'term.term', 'term.definition', 'article.slug', 'article.title'])
    .where('term.id', 'in', ids)
    .where('article.status', '=', 'published')
    .execute()
  return rows.flatMap(({ slug, definition, ...row }) =>
    definition === null ? [] : [{ ...row, definition, path: articlePath(slug) }],
  )
}

/** Where these articles mention terms, in reading order, whether or not these are still in force. */
export async function loadMentions(
  db: Reader,
  articles: readonly string[],
): Promise<Map<string, Mention[]>> {
  if (articles.length === 0) return new Map()
  const rows = await db
    .selectFrom('mention')
    .select(['article', 'term', 'starts', 'ends'])
    .where('article', 'in', articles)
    .orderBy('article')
    .orderBy('position')
    .execute()
  const mentions = new Map<string, Mention[]>()
  for (const { article, term, starts, ends } of rows) {
    const found = mentions.get(article) ?? []
    mentions.set(article, found)
    found.push({ term, starts, ends })
  }
  return mentions
}

/** What pages say about terms; keys are ids of terms. */
export const shownTerms: Shown<ShownTerm> = {
  async look({ db }, ids) {
    return new Map((await loadTerms(db, ids)).map((term) => [term.id, term]))
  },
  tags: (id) => [tags.term(id)],
}

/** Which terms in force are mentioned where; keys are ids of articles. */
export const shownMentions: Shown<Mention[]> = {
  async look({ db }, articles) {
    const mentions = await loadMentions(db, articles)
    const ids = [...mentions.values()].flat().map(({ term }) => term)
    const inForce = new Set((await loadTerms(db, [...new Set(ids)])).map(({ id }) => id))
    return new Map(
      [...mentions].flatMap(([article, all]): [string, Mention[]][] => {
        const shown = all.filter(({ term }) => inForce.has(term))
        return shown.length > 0 ? [[article, shown]] : []
      }),
    )
  },
  tags: (id) => [tags.mentions(id)],
}
