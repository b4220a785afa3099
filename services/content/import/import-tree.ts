import type { AdParser } from '../ads/parse-ads.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { saveYear } from '../edits/current-year.ts'
import { menuPause, renewMenu } from '../edits/renew-menu.ts'
import { refreshParsedAds, saveAds } from '../edits/save-ads.ts'
import { ContentError } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { refreshRenderedArticles } from './import-articles.ts'
import { dropMissingPictures, importPictures } from './import-pictures.ts'
import { dropUnusedRenditions } from './import-renditions.ts'
import { dropMissingNames, importSiteFiles, type TreeImport } from './import-site-files.ts'
import { listMissingTopics } from './list-topics.ts'
import { refreshLetters } from './refresh-letters.ts'

/**
 * Imports everything that articles refer to, and the other files.
 *
 * @returns the names of facts that texts may print otherwise now
 */
export async function importTree(
  edit: Edit,
  tree: ContentTree,
  { locale, now, isNew }: TreeImport,
): Promise<ReadonlySet<string>> {
  await saveYear(edit, now)
  const changedFacts = await importSiteFiles(edit, tree, { locale, now, isNew })
  await importPictures(edit, tree)
  await refreshLetters(edit, locale)
  await listMissingTopics(edit, tree.site.value.constants.pageSize)
  return changedFacts
}

/** What follows from the articles, and the ads. @returns the file of ads, if it is new */
export async function importTheRest(
  edit: Edit,
  tree: ContentTree,
  { locale, now, isNew, parse }: TreeImport & { parse: AdParser },
) {
  const missing = [
    ...(await dropMissingNames(edit, tree, isNew)),
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
  return newAds
}
