import { type RawBuilder, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'

/** By locale, where the site of another language has an article on the same subject. */
export type Translations = Readonly<Record<string, PagePath>>

/** Of the row of `article`; null where there is none. */
export const TRANSLATIONS: RawBuilder<Translations | null> = sql`(
  select json_object_agg(locale, path order by locale)
  from translation where translation.key = article.translation_key
)`

/** Where the other sites have articles on a subject, by its key. */
export const shownTranslations: Shown<Translations> = {
  async look({ db }, keys) {
    const rows = await db
      .selectFrom('translation')
      .selectAll()
      .where('key', 'in', keys)
      .orderBy('key')
      .orderBy('locale')
      .execute()
    const found = new Map<string, Record<string, PagePath>>()
    for (const { key, locale, path } of rows) {
      const paths = found.get(key) ?? {}
      paths[locale] = path
      found.set(key, paths)
    }
    return found
  },
  tags: (key) => [tags.translations(key)],
}
