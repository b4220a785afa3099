import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { hasShape } from '#shared/check-shape.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { fieldOf } from '#shared/field-of.ts'
import { settleAll } from '#shared/settle-all.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import { LINKER_VERSION, wordHash } from '../glossary/words.ts'
import { shownTermPages, slugsAround, slugsMentionedIn } from '../library/term-pages.ts'
import { ARTICLE_SLICES } from './article-slices.ts'
import { linkArticles } from './link-articles.ts'

/** Articles linked again in one edit. Other edits have to wait for this one. */
export const RELINKED_AT_ONCE = 64
/** Forms whose articles are looked up in one statement. */
const FORMS_AT_ONCE = 32

const LINKER_SETTING = 'linker'

/**
 * Has every article linked again if another linker, another language or none was used before.
 *
 * @param isLinked whether this edit has just linked all of them
 */
export async function renewLinker(
  edit: Edit,
  locale: Locale,
  { isLinked }: { isLinked: boolean },
): Promise<void> {
  const linker = { locale, version: LINKER_VERSION }
  if (isDeepStrictEqual(await findSetting(edit.tx, LINKER_SETTING), linker)) return
  if (!isLinked) {
    // Another linker may store other words. Nothing is missed while there are none: all articles
    // are already waiting to be linked.
    for (const { first, last } of ARTICLE_SLICES) {
      await sql`delete from article_word where article between ${first} and ${last}`.execute(
        edit.tx,
      )
      await sql`
        insert into relink_article
          select id from article where status = 'published' and id between ${first} and ${last}
          on conflict do nothing
      `.execute(edit.tx)
    }
  }
  await saveSetting(edit.tx, LINKER_SETTING, linker)
}

/** The language of stored articles' links, which is the site's; null before the first import. */
export async function findLinkedLocale(db: Reader): Promise<Locale | null> {
  const locale: unknown = fieldOf(await findSetting(db, LINKER_SETTING), 'locale')
  return hasShape(Locale, locale) ? locale : null
}

/** Has every article linked again, for when their words are gone and cannot be searched. */
export async function relinkEveryArticle(tx: Transaction<Database>): Promise<void> {
  await sql`
    insert into relink_article select id from article where status = 'published'
      on conflict do nothing
  `.execute(tx)
}

/** Whether forms or articles, also new ones, are waiting for {@link relinkSome}. */
export async function isRelinkDue(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from relink_form) or exists (select from relink_article)
      or exists (select from unlisted_article) as due
  `.execute(db)
  return rows[0]?.due === true
}

/**
 * Takes some changed forms and notes the articles with all their words, then links some of the
 * noted articles again, and lists some new ones. Unfinished work stays noted, so any process may be
 * killed, and any may continue.
 *
 * @param stopping ends the search for articles, which is slow on a very large site
 * @returns whether anything is left
 */
export async function relinkSome(
  db: Kysely<Database>,
  locale: Locale,
  stopping?: AbortSignal,
): Promise<boolean> {
  await noteArticles(db, stopping)
  if (stopping?.aborted) return true
  await commitEdit(db, async (edit) => {
    const ids = await someNoted(edit, 'relink_article')
    if (ids.length === 0) return
    const articles = await edit.tx
      .selectFrom('article')
      .select(['id', 'body_html'])
      .where('id', 'in', ids)
      .where('status', '=', 'published')
      .orderBy('id')
      .execute()
    await linkArticles(edit, articles, { locale, isKnownText: true })
    await edit.tx.deleteFrom('relink_article').where('article', 'in', ids).execute()
  })
  await listNewArticles(db)
  return isRelinkDue(db)
}

/** Has the pages of terms name some of the new articles that use them, and new terms beside them. */
async function listNewArticles(db: Kysely<Database>): Promise<void> {
  await commitEdit(db, async (edit) => {
    const ids = await someNoted(edit, 'unlisted_article')
    if (ids.length === 0) return
    const terms = await edit.tx
      .selectFrom('term')
      .select(['slug', 'letter'])
      .where('article', 'in', ids)
      .where('definition', 'is not', null)
      .execute()
    const slugs = await settleAll([slugsMentionedIn(edit.tx, ids), slugsAround(edit.tx, terms)])
    await edit.track(shownTermPages, slugs.flat())
    await edit.tx.deleteFrom('unlisted_article').where('article', 'in', ids).execute()
  })
}

/** Articles of one round, of those that are noted. */
async function someNoted(
  { tx }: Edit,
  table: 'relink_article' | 'unlisted_article',
): Promise<string[]> {
  const noted = tx.selectFrom(table).select('article').orderBy('article').limit(RELINKED_AT_ONCE)
  return (await noted.execute()).map(({ article }) => article)
}

/** Links until nothing is left, for callers that prepare a site without other edits. */
export async function relinkAll(db: Kysely<Database>, locale: Locale): Promise<void> {
  let isLeft = await isRelinkDue(db)
  while (isLeft) isLeft = await relinkSome(db, locale)
}

/**
 * No article is missed: one that is saved after a form was noted is linked with that form, and one
 * that was saved earlier is found here. Other edits wait for at most one slice. A form is deleted
 * last, so that an interrupted run is repeated as a whole.
 */
async function noteArticles(
  db: Kysely<Database>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const forms = await db
    .selectFrom('relink_form')
    .select(['id', 'form'])
    .orderBy('id')
    .limit(FORMS_AT_ONCE)
    .execute()
  if (forms.length === 0) return
  const hasOne = sql.join(
    [...new Set(forms.map(({ form }) => form))].map(
      (form) => sql`words @> ${form.split(' ').map(wordHash)}::integer[]`,
    ),
    sql` or `,
  )
  for (const { first, last } of ARTICLE_SLICES) {
    if (stopping?.aborted) return
    // An edit without tags: edits run one at a time, so no deadlock with others that note articles.
    await commitEdit(db, ({ tx }) =>
      sql`
        insert into relink_article
          select article from article_word
          where article between ${first} and ${last} and (${hasOne})
          on conflict do nothing
      `.execute(tx),
    )
  }
  const ids = forms.map(({ id }) => id)
  await db.deleteFrom('relink_form').where('id', 'in', ids).execute()
}
