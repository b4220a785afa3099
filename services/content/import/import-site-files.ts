import type { Locale } from '#shared/contracts/primitives.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import type { WholeSite } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { dropMissingAuthors, importAuthors } from './import-authors.ts'
import { dropMissingCategories, importCategories } from './import-categories.ts'
import { importFacts } from './import-facts.ts'
import { importGuides } from './import-guides.ts'
import { importInfoPages } from './import-info-pages.ts'
import { importPortraits } from './import-portraits.ts'
import { importPageSeo, importSite } from './import-site.ts'

/** Whether a file differs from what is stored of it. */
export type IsNew = (file: Pick<ContentFile<unknown>, 'file' | 'hash'>) => boolean

export interface TreeImport {
  locale: Locale
  now: Date
  isNew: IsNew
}

/**
 * Writes everything that articles refer to, pictures apart: what an import does, and an edit of one of
 * these files.
 *
 * @returns the names of facts that texts may print otherwise now
 */
export async function importSiteFiles(
  edit: Edit,
  files: WholeSite & Pick<ContentTree, 'portraits'>,
  { locale, now, isNew }: TreeImport,
): Promise<ReadonlySet<string>> {
  if (isNew(files.site)) await importSite(edit, files.site.value, locale)
  if (isNew(files.categories)) await importCategories(edit, files.categories, locale)
  if (isNew(files.authors)) await importAuthors(edit, files.authors)
  await importPortraits(edit, files.portraits)
  if (isNew(files.pageSeo)) await importPageSeo(edit, files.pageSeo.value)
  await importGuides(edit, files.guides.value)
  const changedFacts = await importFacts(edit, files.facts.value, now)
  await importInfoPages(edit, files.info, locale)
  return changedFacts
}

/**
 * Must be called after articles have their new places and authors.
 *
 * @returns problems: what is missing although articles need it
 */
export const dropMissingNames = async (
  edit: Edit,
  { categories, authors }: Pick<WholeSite, 'categories' | 'authors'>,
  isNew: IsNew,
): Promise<ContentProblem[]> => [
  ...(isNew(categories) ? await dropMissingCategories(edit, categories) : []),
  ...(isNew(authors) ? await dropMissingAuthors(edit, authors) : []),
]
