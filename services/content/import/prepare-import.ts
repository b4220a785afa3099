import type { Kysely } from 'kysely'
import type { AdParser } from '../ads/parse-ads.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { isPublishedEdition, loadSiteHeads, type SiteHeads } from '../editions/site-edition.ts'
import { ContentError, type ContentProblem, isError } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { readPortraits } from '../folder/read-portraits.ts'
import { isWhole, readSiteFiles } from '../folder/read-site-files.ts'
import { textsIn, withTexts } from '../folder/read-text.ts'
import { loadOutdatedAds } from '../library/ads-repository.ts'
import { type CheckOptions, type Surroundings, surroundingsOf } from '../lint/check-content.ts'
import { remarksOnFactFile } from '../lint/check-fact-texts.ts'
import { lintOtherFiles } from '../lint/lint-content.ts'
import {
  type KnownSiteFiles,
  loadKnownSiteFiles,
  reconcileSiteFiles,
} from '../merging/reconcile-site-files.ts'
import { parseAhead, stringsIn } from '../parsing/parse-ahead.ts'
import { sistersOf } from '../site/sister-sites.ts'
import { storeRenditions } from './import-renditions.ts'
import { readTranslations } from './import-translations.ts'

/** What is stored of the files of the site. */
export interface StoredSite {
  heads: SiteHeads
  known: KnownSiteFiles
}

export const loadStoredSite = async (db: Reader): Promise<StoredSite> => ({
  heads: await loadSiteHeads(db),
  known: await loadKnownSiteFiles(db),
})

/** Whether no file of the site was edited or imported in between. */
export function isSameState(one: StoredSite, other: StoredSite): boolean {
  const [before, after] = [one, other].map(({ heads, known }) =>
    JSON.stringify([
      [...heads.values()].map(({ id, state }) => [id, state]),
      [...known.values()].map(({ path, hash }) => [path, hash]).sort(),
    ]),
  )
  return before === after
}

/** The hash of what is stored of a file of the site; `undefined` for other files, and where nothing is. */
export function storedHash(file: string, { heads, known }: StoredSite): string | undefined {
  const head = heads.get(file)
  return isPublishedEdition(head) ? head.hash : known.get(file)?.hash
}

/** What is read and checked before the edit, because every other edit waits for it. */
export interface PreparedImport {
  /** The folder, with what was edited elsewhere in the files of the site. */
  tree: ContentTree
  inFolder: ContentTree
  stored: StoredSite
  surroundings: Surroundings
  findings: readonly ContentProblem[]
  /** Files of the site that cannot be merged with edits of the API. Then nothing else is checked. */
  unmerged: readonly ContentProblem[]
  parse: AdParser
  translations: Awaited<ReturnType<typeof readTranslations>>
}

interface PrepareOptions extends CheckOptions {
  now: Date
  samples: string | undefined
}

/** @throws {ContentError} for files of the site that cannot be read once edits of the API are put in */
export async function prepareImport(
  db: Kysely<Database>,
  inFolder: ContentTree,
  { now, samples, ...options }: PrepareOptions,
): Promise<PreparedImport> {
  const stored = await loadStoredSite(db)
  const { tree, unmerged, isMerged } = await withEdits(db, inFolder, stored, samples)
  const surroundings = surroundingsOf(tree, options)
  const found =
    unmerged.length > 0
      ? []
      : [...(await lintOtherFiles(tree, surroundings)), ...remarksOnFactFile(tree, now)]
  const findings = found.map((problem) => (isMerged(problem.file) ? merged(problem) : problem))
  if (unmerged.length === 0 && !findings.some(isError)) await storeRenditions(db, tree)
  const parse = await parseNewAds(db, tree, stored)
  const sisters = sistersOf(tree.locale, tree.site.value.locales)
  const translations = await readTranslations(tree.folder, sisters)
  return { tree, inFolder, stored, surroundings, findings, unmerged, parse, translations }
}

/** The folder with what was edited through the API in the files of the site. */
async function withEdits(
  db: Reader,
  inFolder: ContentTree,
  stored: StoredSite,
  samples: string | undefined,
): Promise<Pick<PreparedImport, 'tree' | 'unmerged'> & { isMerged: (file: string) => boolean }> {
  const { folder, locale } = inFolder
  const { over, problems: unmerged } = await reconcileSiteFiles(db, inFolder, stored)
  const isMerged = (file: string) => over.has(file)
  if (over.size === 0 || unmerged.length > 0) return { tree: inFolder, unmerged, isMerged }
  const isSample = inFolder.ads?.isSample === true && !isMerged(inFolder.ads.file)
  const texts = withTexts(textsIn(folder), over)
  const { files, problems: unread } = await readSiteFiles(
    texts,
    locale,
    isSample ? samples : undefined,
  )
  const portraits = files.authors ? await readPortraits(folder, files.authors, unread) : []
  const tree = { ...inFolder, ...files, portraits }
  if (unread.length > 0 || !isWhole(tree)) throw new ContentError(unread.map(merged))
  return { tree, unmerged, isMerged }
}

/** Its line is that of a text which is nowhere in the folder. */
const merged = (problem: ContentProblem): ContentProblem => ({
  ...problem,
  message: `${problem.message} (once the edits of the editor API are put in: npm run content -- pull)`,
})

/** Parses all ads that the edit needs before it begins, because every other edit waits for it. */
async function parseNewAds(
  db: Reader,
  { ads }: ContentTree,
  stored: StoredSite,
): Promise<AdParser> {
  const outdated = await loadOutdatedAds(db)
  const strings = [
    ...outdated.flatMap(({ links }) => links),
    ...(ads && storedHash(ads.file, stored) !== ads.hash ? stringsIn(ads.value) : []),
  ]
  return parseAhead(strings, { owner: 'import' })
}
