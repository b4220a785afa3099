import { sql } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { letterOf } from '#shared/text/alphabet.ts'
import { articleId } from '../addresses/article-id.ts'
import { listsOf } from '../addresses/lists.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import { textArray } from '../database/binary-arrays.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import type { SaveContext } from '../edits/article-change.ts'
import { articleRow, signArticle } from '../edits/article-row.ts'
import { listingRow } from '../edits/lists-part.ts'
import { nameGlossary, termRows } from '../library/term-repository.ts'
import type { TextToStore } from '../lint/check-alone.ts'
import type { ArticleToImport } from '../lint/check-content.ts'
import { insertRows } from './insert-rows.ts'
import { withoutWordsIndex } from './words-index.ts'

export interface DatedArticle extends Omit<ArticleToImport, 'linked'> {
  article: CheckedArticle & { publishedAt: Instant }
  linked: TextToStore
}

export interface ArticleInserter {
  /** Inserts a batch of articles, none of which exists yet. */
  insert(articles: readonly DatedArticle[]): Promise<void>
  /** Must be called last. */
  finish(): Promise<void>
}

/**
 * Begins to fill a database that has never had an article. It inserts many articles with one
 * statement, where `saveArticle` first asks what already exists.
 *
 * The history gets a new id, so followers of the empty history start over. Therefore no tags of
 * single articles need to be touched, and no change has hundreds of thousands of tags.
 *
 * @returns an inserter whose batches must come oldest first
 */
export async function beginInsert(edit: Edit, context: FillContext): Promise<ArticleInserter> {
  const lastPositions = new Map<string, number>()
  const nextPosition = (list: string) => {
    const position = (lastPositions.get(list) ?? 0) + 1
    lastPositions.set(list, position)
    return position
  }

  await sql`update history set feed = gen_random_uuid()`.execute(edit.tx)
  await sql`select set_config('finlore.counts_later', 'on', true)`.execute(edit.tx)
  nameGlossary(edit)
  const buildWordsIndex = await withoutWordsIndex(edit)

  async function finish(): Promise<void> {
    await buildWordsIndex()
    await sql`select set_config('finlore.counts_later', 'off', true)`.execute(edit.tx)
    await countListed(edit)
  }
  return {
    async insert(articles) {
      if (articles.length > 0) await insertBatch(edit, articles, { ...context, nextPosition })
    },
    finish,
  }
}

type FillContext = Pick<SaveContext, 'locale' | 'now' | 'roster'>

interface BatchContext extends FillContext {
  /** The next free position of a list. */
  nextPosition(list: string): number
}

/** Inserts the rows of all tables that a batch of articles has. */
async function insertBatch(
  edit: Edit,
  articles: readonly DatedArticle[],
  { locale, now, roster, nextPosition }: BatchContext,
): Promise<void> {
  edit.touch(tags.newest)
  const known = articles.map(({ file, article, linked }) => {
    const id = articleId(locale, file.slug)
    return { id, file, article: signArticle(article, id, roster), linked }
  })

  await insertRows(
    edit,
    'article',
    known.map(({ id, file, article }) => {
      const {
        body_markdown: _,
        body_html: _html,
        ...row
      } = articleRow(file.slug, article, undefined, now)
      return { id, ...row, revision: edit.revision }
    }),
    {
      body_markdown: textArray(known.map(({ linked }) => linked.body)),
      body_html: textArray(known.map(({ linked }) => linked.html)),
    },
  )
  await insertRows(
    edit,
    'placement',
    known.flatMap(({ id, article }) =>
      article.placements.map((placement, position) => ({ ...placement, article: id, position })),
    ),
  )
  await insertRows(
    edit,
    'listing',
    known.flatMap(({ id, article: { title, publishedAt, placements, author } }) => {
      const listed = { id, publishedAt, letter: letterOf(title, locale).key }
      return listsOf(placements, author).map((list) =>
        listingRow(listed, { list, position: nextPosition(list) }),
      )
    }),
  )
  const terms = known.flatMap(({ id, article }) => termRows(id, article.terms, locale))
  await insertRows(edit, 'term', terms)
  if (terms.some(({ definition }) => definition !== null)) edit.touch(tags.names)
  await insertRows(
    edit,
    'source_file',
    known.map(({ id, file }) => ({ path: file.file, hash: file.hash, article: id })),
  )
  await insertRows(
    edit,
    'mention',
    known.flatMap(({ id, linked }) =>
      linked.mentions.map((mention, position) => ({ article: id, position, ...mention })),
    ),
  )
  await edit.tx
    .insertInto('article_word')
    .values(
      known.map(({ id, linked }) => ({
        article: id,
        words: sql<number[]>`${linked.words}::integer[]`,
      })),
    )
    .execute()
}

/** Does for all articles what the trigger `count_listed` does for those that are added. */
async function countListed({ tx }: Edit): Promise<void> {
  await sql`
    update author set articles = signed.count
      from (select author, count(*) from article where status = 'published' group by 1) as signed
      where author.slug = signed.author
  `.execute(tx)
  await sql`
    insert into sitemap_part
      select (listing.position + 999) / 1000, max(article.updated_at)
        from listing join article on article.id = listing.article
        where listing.list = 'all' group by 1
      on conflict (part) do update set modified_at = excluded.modified_at
  `.execute(tx)
}
