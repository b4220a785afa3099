import { sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'

/** By locale, the path of the translation on the site of that language. */
export type TranslationPaths = Readonly<Record<string, PagePath>>

const PATHS = sql<TranslationPaths>`json_object_agg(locale, path order by locale)`

/** To be selected beside a row of `article`; null if it has no translation. */
export const TRANSLATIONS = sql<TranslationPaths | null>`(
  select ${PATHS} from translation where translation.key = article.translation_key)`

/** The translations of an article; keys are translation keys. */
export const shownTranslations: TrackedReading<TranslationPaths> = {
  async load({ db }, keys) {
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
