import { sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'

/** By locale, the path of the translation on the site of that language. */
export type Translations = Readonly<Record<string, PagePath>>

const PATHS = sql<Translations>`json_object_agg(locale, path order by locale)`

/** To be selected beside a row of `article`; null if it has no translation. */
export const TRANSLATIONS = sql<Translations | null>`(
  select ${PATHS} from translation where translation.key = article.translation_key)`

/** The translations of an article; keys are translation keys. */
export const shownTranslations: Shown<Translations> = {
  async look({ db }, keys) {
    const rows = await db
      .selectFrom('translation')
      .select(['key', PATHS.as('paths')])
      .where('key', 'in', keys)
      .groupBy('key')
      .execute()
    return new Map(rows.map(({ key, paths }) => [key, paths]))
  },
  tags: (key) => [tags.translations(key)],
}
