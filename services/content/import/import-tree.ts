import type { Locale } from '#shared/contracts/primitives.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { saveYear } from '../edits/current-year.ts'
import { menuPause, renewMenu } from '../edits/renew-menu.ts'
import { refreshParsedAds, saveAds } from '../edits/save-ads.ts'
import { ContentError } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { refreshRenderedArticles } from './import-articles.ts'
import { dropMissingAuthors, importAuthors } from './import-authors.ts'
import { dropMissingCategories, importCategories } from './import-categories.ts'
import { importFacts } from './import-facts.ts'
import { importInfoPages } from './import-info-pages.ts'
import { dropMissingPictures, importPictures } from './import-pictures.ts'
import { importPortraits } from './import-portraits.ts'
import { dropUnusedRenditions } from './import-renditions.ts'
import { importPageSeo, importSite } from './import-site.ts'
import { listMissingTopics } from './list-topics.ts'
import { refreshLetters } from './refresh-letters.ts'

/** Whether a file differs from what was imported last. */
export type IsNew = (file: Pick<ContentFile<unknown>, 'file' | 'hash'>) => boolean

interface TreeImport {
  locale: Locale
  now: Date
  isNew: IsNew
}

interface Imported {
  /** Names of facts that texts may print otherwise now. */
  changedFacts: ReadonlySet<string>
}

/** Imports everything that articles refer to, and the other files. */
export async function importTree(
  edit: Edit,
  tree: ContentTree,
  { locale, now, isNew }: TreeImport,
): Promise<Imported> {
  await saveYear(edit, now)
  if (isNew(tree.site)) await importSite(edit, tree.site.value, locale)
  if (isNew(tree.categories)) await importCategories(edit, tree.categories, locale)
  if (isNew(tree.authors)) await importAuthors(edit, tree.authors)
  await importPortraits(edit, tree.portraits)
  await importPictures(edit, tree)
  if (isNew(tree.pageSeo)) await importPageSeo(edit, tree.pageSeo.value)
  const changedFacts = await importFacts(edit, tree.facts.value, now)
  await importInfoPages(edit, tree.info, locale)
  await refreshLetters(edit, locale)
  await listMissingTopics(edit, tree.site.value.constants.pageSize)
  return { changedFacts }
}

/** What follows from the articles, and the ads. @returns the file of ads, if it is new */
export async function importTheRest(
  edit: Edit,
  tree: ContentTree,
  { locale, now, isNew, parse }: TreeImport & { parse: AdParser },
) {
  const missing = [
    ...(isNew(tree.categories) ? await dropMissingCategories(edit, tree.categories) : []),
    ...(isNew(tree.authors) ? await dropMissingAuthors(edit, tree.authors) : []),
    ...(await dropMissingPictures(edit, tree)),
  ]
  if (missing.length > 0) throw new ContentError(missing)
  await dropUnusedRenditions(edit)
  // If the menu must not change yet, it is updated later, as after any edit.
  if ((await menuPause(edit.tx, now)) === 0) await renewMenu(edit, now)
  await refreshRenderedArticles(edit, locale)
  await refreshParsedAds(edit, parse)
  const newAds = tree.ads && isNew(tree.ads) ? tree.ads : undefined
  if (newAds) await saveAds(edit, newAds.value, parse)
  await rememberFiles(edit, tree, isNew)
  return newAds
}

/** Remembers the files that are not articles. An article's file is remembered with the article. */
async function rememberFiles(
  edit: Edit,
  { site, categories, authors, pageSeo, facts, info, ads }: ContentTree,
  isNew: (file: ContentFile<unknown>) => boolean,
) {
  const files = [site, categories, authors, pageSeo, facts, ...info, ...(ads ? [ads] : [])].filter(
    isNew,
  )
  for (const { file, hash } of files) {
    await edit.tx
      .insertInto('source_file')
      .values({ path: file, hash, article: null })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ hash }))
      .execute()
  }
}
