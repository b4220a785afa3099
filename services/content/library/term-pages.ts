import { type RawBuilder, sql } from 'kysely'
import { type Link, MAX_TERM_USERS } from '#shared/contracts/page.ts'
import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import type { Instant } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { findExamples } from '../markdown/find-examples.ts'
import { MAX_NAMED_TERMS } from './named-terms.ts'
import { termsInForce } from './shown-terms.ts'

/** What the page of a term shows, but for its letter's name. */
export interface ShownTermPage {
  term: string
  also: string[]
  definition: string
  /** The key of its letter. */
  letter: string
  /** The article that explains it, and what it says in short. */
  article: Link
  answer: string | null
  publishedAt: Instant
  example: Link | undefined
  /** The articles that use it, with their ids. */
  users: (Link & { id: string })[]
  previous: TermName | undefined
  next: TermName | undefined
}

/** A term that another page leads to. */
interface TermName {
  term: string
  slug: string
}

/**
 * What the pages at these addresses show. Where several articles explain terms with the same one, the
 * term with the smallest id has it.
 *
 * @returns by slug; without those at which there is no page
 */
export async function loadTermPages(
  db: Reader,
  slugs: readonly string[],
): Promise<Map<string, ShownTermPage>> {
  if (slugs.length === 0) return new Map()
  const query = sql<TermRow>`(
    select wanted.slug, term.term, term.also, term.definition, term.letter,
        article.slug as "articleSlug", article.title, article.answer,
        article.published_at as "publishedAt", ${usersOf} as users,
        case when exists (
          select from article_with_example where article_with_example.article = article.id
        ) then article.body_html end as "withExample",
        case when ${isListed} then ${besideOf(sql`<`, sql`desc`)} end as previous,
        case when ${isListed} then ${besideOf(sql`>`, sql`asc`)} end as next
      from unnest(${[...slugs]}::text[]) as wanted (slug)
      cross join lateral (
        select * from term
          where term.slug = wanted.slug and term.definition is not null and ${isInForce}
          order by term.id limit 1
      ) as term
      join article on article.id = term.article
  )`
  const rows = await db.selectFrom(query.as('shown')).selectAll().$castTo<TermRow>().execute()
  return new Map(rows.map((row) => [row.slug, showRow(row)]))
}

function showRow({
  slug: _,
  articleSlug,
  title,
  letter,
  withExample,
  users,
  previous,
  next,
  ...row
}: TermRow): ShownTermPage {
  const path = articlePath(articleSlug)
  const [example] = withExample === null ? [] : findExamples(withExample)
  return {
    ...row,
    letter: letter ?? '',
    article: { title, path },
    example: example && { title: example.caption, path: `${path}#${example.id}` },
    users: users.map(({ id, slug, title }) => ({ id, title, path: articlePath(slug) })),
    previous: previous ?? undefined,
    next: next ?? undefined,
  }
}

interface Beside {
  slug: string
  previous: TermName | null
  next: TermName | null
}

interface TermRow extends TermName, Beside {
  also: string[]
  definition: string
  letter: string | null
  articleSlug: string
  title: string
  answer: string | null
  publishedAt: Instant
  /** The text of an article that has an example. */
  withExample: string | null
  users: { id: string; slug: string; title: string }[]
}

/** As with letters, the "offset" keeps Postgres from joining the articles first. */
const isInForce = sql`exists (
  select from article where article.id = term.article and article.status = 'published' offset 0)`

/** A new term is beside no other yet, so that others can come and go beside it. */
const isListed = sql`not exists (
  select from unlisted_article as new where new.article = term.article)`

/** In the order of their ids, which a new article seldom changes where there are many. */
const usersOf = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'title', title) order by id), '[]')
    from (
      select using_it.id, using_it.slug, using_it.title from mention
        join article as using_it on using_it.id = mention.article and using_it.status = 'published'
        where mention.term = term.id
          and not exists (select from unlisted_article as new where new.article = mention.article)
        order by mention.article limit ${sql.lit(MAX_TERM_USERS)}
    ) as shown)`

/** The nearest term under the same letter, in the order of addresses. */
const besideOf = (than: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
  select json_build_object('term', beside.term, 'slug', beside.slug) from term as beside
    where beside.letter = term.letter and beside.slug ${than} term.slug
      and beside.definition is not null
      and exists (
        select from article where article.id = beside.article and article.status = 'published' offset 0)
      and not exists (select from unlisted_article as new where new.article = beside.article)
    order by beside.slug ${order}, beside.id limit 1)`

/** What the pages of terms show; keys are the last parts of their addresses. */
export const shownTermPages: TrackedReading<Omit<ShownTermPage, 'publishedAt'>> = {
  async load({ db }, slugs) {
    const pages = await loadTermPages(db, slugs)
    // The page does not say when the article was published.
    return new Map(Array.from(pages, ([slug, { publishedAt: _, ...shown }]) => [slug, shown]))
  },
  tags: (slug, before, after) =>
    before && after ? [tags.termPage(slug)] : [tags.termPage(slug), tags.address(termPath(slug))],
}

/**
 * The addresses of terms, and of those beside them under their letters: what differs where the terms
 * come or go.
 *
 * @param terms those with an address
 */
export async function slugsAround(
  db: Reader,
  terms: readonly { slug?: string | null; letter?: string | null }[],
): Promise<string[]> {
  const places = terms.flatMap(({ slug, letter }) => (slug && letter ? [{ slug, letter }] : []))
  if (places.length === 0) return []
  const query = sql<Beside>`(
    select term.slug, ${besideOf(sql`<`, sql`desc`)} as previous, ${besideOf(sql`>`, sql`asc`)} as next
      from unnest(
        ${places.map(({ slug }) => slug)}::text[], ${places.map(({ letter }) => letter)}::text[]
      ) as term (slug, letter)
  )`
  const rows = await db.selectFrom(query.as('around')).selectAll().$castTo<Beside>().execute()
  return [
    ...new Set(
      rows.flatMap(({ slug, previous, next }) => [
        slug,
        ...[previous, next].flatMap((beside) => beside?.slug ?? []),
      ]),
    ),
  ]
}

/** The addresses of the terms with these ids. */
export async function slugsOfTerms(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('term').select('slug').where('id', 'in', ids).execute()
  return rows.flatMap(({ slug }) => slug ?? [])
}

/** The addresses of the terms that these articles mention. */
export async function slugsMentionedIn(db: Reader, articles: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('mention')
    .innerJoin('term', 'term.id', 'mention.term')
    .select('term.slug')
    .distinct()
    .where('mention.article', 'in', articles)
    .execute()
  return rows.flatMap(({ slug }) => slug ?? [])
}

/**
 * Has the pages of terms that are there already name these new articles and their terms a moment
 * later, so that publishing one stays a small edit.
 */
export const listLater = ({ tx, send }: Edit, articles: readonly string[]) =>
  send(
    tx
      .insertInto('unlisted_article')
      .values(articles.map((article) => ({ article })))
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Of these addresses, those at which there is a term. */
export const termsAt = (db: Reader, slugs: readonly string[]) =>
  termsInForce(db).clearSelect().select('term.slug as value').where('term.slug', 'in', slugs)

/** The addresses of terms after one, in their order. */
export async function listTermSlugs(db: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await termsInForce(db)
    .clearSelect()
    .select('term.slug')
    .distinct()
    .where('term.slug', '>', after)
    .orderBy('term.slug')
    .limit(limit)
    .execute()
  return rows.flatMap(({ slug }) => slug ?? [])
}

/** The entries of terms in the XML site map, which dates each by the article that explains it. */
export const shownTermEntries: TrackedReading<SitemapEntry[]> = {
  remembered: true,
  async load({ db }) {
    const rows = await termsInForce(db)
      .clearSelect()
      .select(({ fn }) => ['term.slug', fn.min('article.published_at').as('modifiedAt')])
      .where('term.slug', 'is not', null)
      .groupBy('term.slug')
      .orderBy('term.slug')
      .limit(MAX_NAMED_TERMS)
      .execute()
    const entries = rows.map(({ slug, modifiedAt }) => ({ path: termPath(slug ?? ''), modifiedAt }))
    return new Map([[ONLY[0], entries]])
  },
  tags: () => [tags.sitemapPages],
}
