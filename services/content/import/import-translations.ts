import { hasShape } from '#shared/check-shape.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import type { SisterSite } from '#shared/contracts/site.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { isThere, listMarkdown, readTexts } from '../folder/read-text.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'
import { shownTranslations } from '../library/translations.ts'

export interface Translation {
  key: string
  locale: string
  path: string
}

/** Rows written by one statement. */
const ROWS_PER_STATEMENT = 1_000

/**
 * The articles of sister sites with a `translationKey`, from the same content folder. Of several
 * with one key and language, the first counts. Problems are left to the import of their own site.
 */
export async function readTranslations(
  folder: string,
  sisters: readonly SisterSite[],
): Promise<Translation[]> {
  const found = new Map<string, Translation>()
  for (const { locale } of sisters) {
    const subfolder = `articles/${locale}`
    if (!(await isThere(folder, subfolder))) continue
    const unsaid: ContentProblem[] = []
    const names = await listMarkdown(folder, subfolder, unsaid)
    for await (const { file, text } of readTexts(folder, names, unsaid)) {
      // Parsing is expensive, and most articles have no key.
      if (!text.includes('translationKey')) continue
      const { translationKey: key, slug } = Object(parseMarkdownFile(file, text).value)
      if (!hasShape(Slug, key) || !hasShape(Slug, slug)) continue
      const name = `${locale} ${key}`
      if (!found.has(name)) found.set(name, { key, locale, path: articlePath(slug) })
    }
  }
  return [...found.values()]
}

/** Replaces all stored translations with these. */
export async function importTranslations(
  edit: Edit,
  translations: readonly Translation[],
): Promise<void> {
  const stored = await edit.tx.selectFrom('translation').selectAll().execute()
  const textOf = (rows: readonly Translation[]) =>
    JSON.stringify(rows.map(({ key, locale, path }) => [key, locale, path]).sort())
  if (textOf(stored) === textOf(translations)) return
  await edit.track(
    shownTranslations,
    [...stored, ...translations].map(({ key }) => key),
  )
  await edit.tx.deleteFrom('translation').execute()
  for (let start = 0; start < translations.length; start += ROWS_PER_STATEMENT) {
    await edit.tx
      .insertInto('translation')
      .values(translations.slice(start, start + ROWS_PER_STATEMENT))
      .execute()
  }
}
