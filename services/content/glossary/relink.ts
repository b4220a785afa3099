import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { hasShape } from '#shared/check-shape.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { findSetting, saveSetting } from '../database/settings.ts'
import { commitEdit, type Edit } from '../editing/commit-edit.ts'
import { ARTICLE_SLICES } from './article-slices.ts'
import { linkArticles } from './link-articles.ts'
import { hashOf, LINKER_VERSION } from './words.ts'

/** Articles that are linked anew in one edit: no other edit waits for more. */
export const RELINKED_AT_ONCE = 64
/** Forms whose articles are looked up together. */
const FORMS_AT_ONCE = 32

const LINKER_SETTING = 'linker'

/**
 * Has every article linked anew where another linker has linked those that are stored, or none.
 *
 * @param isLinked all of them were linked in this very edit
 */
export async function renewLinker(
  edit: Edit,
  locale: Locale,
  { isLinked }: { isLinked: boolean },
): Promise<void> {
  const linker = { locale, version: LINKER_VERSION }
  if (isDeepStrictEqual(await findSetting(edit.tx, LINKER_SETTING), linker)) return
  if (!isLinked) {
    // Other words may count now. Until they are found, nobody looks for articles by them in vain:
    // all articles wait to be linked already.
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

/** The language in which the stored articles are linked: the site's. Null before the first import. */
export async function findLinkedLocale(db: Reader): Promise<Locale | null> {
  const locale: unknown = Reflect.get(Object(await findSetting(db, LINKER_SETTING)), 'locale')
  return hasShape(Locale, locale) ? locale : null
}

/** Has every article linked anew, though its words are not there, and nobody looks for them. */
export async function relinkEveryArticle(tx: Transaction<Database>): Promise<void> {
  await sql`
    insert into relink_article select id from article where status = 'published'
      on conflict do nothing
  `.execute(tx)
}

/** Whether forms or articles wait for {@link relinkSome}. */
export async function isRelinkDue(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from relink_form) or exists (select from relink_article) as due
  `.execute(db)
  return rows[0]?.due === true
}

/**
 * Takes some forms that came, went or changed hands, and notes the articles that have all their
 * words; then links some of the noted articles anew. What it did not come to stays noted, so it may
 * be killed at any time and called from anywhere.
 *
 * @param stopping ends the look for articles, which takes long where there are very many
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
    const due = await edit.tx
      .selectFrom('relink_article')
      .select('article')
      .orderBy('article')
      .limit(RELINKED_AT_ONCE)
      .execute()
    if (due.length === 0) return
    const ids = due.map(({ article }) => article)
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
  return isRelinkDue(db)
}

/** The same until nothing is left: for who makes a site whose content nobody edits. */
export async function relinkAll(db: Kysely<Database>, locale: Locale): Promise<void> {
  let isLeft = await isRelinkDue(db)
  while (isLeft) isLeft = await relinkSome(db, locale)
}

/**
 * An article that is saved after a form was noted knows the form, and what was saved before it is
 * found here. Other edits wait for one slice at most. A form is forgotten last, so all of it may be
 * done again.
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
      (form) => sql`words @> ${form.split(' ').map(hashOf)}::integer[]`,
    ),
    sql` or `,
  )
  for (const { first, last } of ARTICLE_SLICES) {
    if (stopping?.aborted) return
    // An edit that touches nothing: whoever else notes articles would else lock some the other way.
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
