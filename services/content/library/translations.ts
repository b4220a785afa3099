import { type RawBuilder, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'

/** By locale, the path of the translation on the site of that language. */
export type Translations = Readonly<Record<string, PagePath>>

/** To be selected beside a row of `article`; null if it has no translation. */
export const TRANSLATIONS: RawBuilder<Translations | null> = sql`(
  select json_object_agg(locale, path order by locale)
  from translation where translation.key = article.translation_key
)`

/** The translations of an article; keys are translation keys. */
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
