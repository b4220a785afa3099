import type { Link, MentionedTerm } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { termPath } from '../addresses/term-path.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Mention } from '../glossary/find-mentions.ts'

/** What pages show about a term that they mention. */
export interface ShownTerm {
  id: string
  term: string
  definition: string
  /** The page of the term. */
  path: PagePath
  /** The article that explains it. */
  article: Link
}

/** The terms that pages may show: those with a definition whose article is published. */
export const termsInForce = (db: Reader) =>
  db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(({ ref }) => [
      ...(['term.id', 'term.term', 'term.slug as page', 'article.slug', 'article.title'] as const),
      ref('term.definition').$notNull().as('definition'),
    ])
    .where('term.definition', 'is not', null)
    .where('article.status', '=', 'published')

/** The terms in force that have these ids. */
export async function loadTerms(db: Reader, ids: readonly string[]): Promise<ShownTerm[]> {
  if (ids.length === 0) return []
  const rows = await termsInForce(db).where('term.id', 'in', ids).execute()
  return rows.map(showTerm)
}

/** A row of {@link termsInForce} as pages show it. Older code stored terms without a page. */
export function showTerm<Row extends ForceRow>({ page, slug, title, ...row }: Row) {
  const article = { title, path: articlePath(slug) }
  return { ...row, path: page === null ? article.path : termPath(page), article }
}

interface ForceRow {
  page: string | null
  slug: string
  title: string
}

/** By article, its mentions in reading order, including mentions of terms no longer in force. */
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
  const byArticle = Map.groupBy(rows, ({ article }) => article)
  return new Map(
    [...byArticle].map(([id, own]) => [id, own.map(({ article: _, ...mention }) => mention)]),
  )
}

/** The mentions in these articles and, by id, those of their terms that are in force. */
export async function loadMentioned(db: Reader, articles: readonly string[]) {
  const mentions = await loadMentions(db, articles)
  const mentioned = [...mentions.values()].flat().map(({ term }) => term)
  const terms = await loadTerms(db, [...new Set(mentioned)])
  return { mentions, termById: new Map(terms.map((term) => [term.id, term])) }
}

/** What articles show about a term that they mention. */
export const mentionedTerm = ({ term, definition, article, path }: ShownTerm): MentionedTerm => ({
  term,
  definition,
  article: { path: article.path },
  path,
})

/** What pages show about terms; keys are ids of terms. */
export const shownTerms: TrackedReading<ShownTerm> = {
  async load({ db }, ids) {
    return new Map((await loadTerms(db, ids)).map((term) => [term.id, term]))
  },
  tags(id, before, after) {
    const [was, is] = [before, after].map((term) => term && JSON.stringify(mentionedTerm(term)))
    return was === is ? [tags.term(id)] : [tags.term(id), tags.mentionedTerm(id)]
  },
}

/** The mentions of terms in force; keys are ids of articles. */
export const shownMentions: TrackedReading<Mention[]> = {
  async load({ db }, articles) {
    const { mentions, termById } = await loadMentioned(db, articles)
    return new Map(
      [...mentions].flatMap(([article, all]): [string, Mention[]][] => {
        const shown = all.filter(({ term }) => termById.has(term))
        return shown.length > 0 ? [[article, shown]] : []
      }),
    )
  },
  tags: (id) => [tags.mentions(id)],
}
