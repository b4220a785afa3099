import { hasShape } from '#shared/check-shape.ts'
import { SiteError } from '#shared/errors.ts'
import { AdsDocument } from '../ads/ads-document.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Maker } from '../editions/edition.ts'
import {
  hashOfText,
  isPublishedEdition,
  type SiteEdition,
  siteTag,
} from '../editions/site-edition.ts'
import { editSiteText } from '../edits/edit-site-text.ts'
import { keepStoredAds } from '../edits/keep-ads.ts'
import { menuPause, renewMenu } from '../edits/renew-menu.ts'
import { saveAds } from '../edits/save-ads.ts'
import { type ContentProblem, isError } from '../folder/content-problem.ts'
import { isWhole, type SiteFiles, type WholeSite } from '../folder/read-site-files.ts'
import { dropUnusedRenditions } from '../import/import-renditions.ts'
import { dropMissingNames, importSiteFiles } from '../import/import-site-files.ts'
import { loadStoredSite } from '../import/prepare-import.ts'
import { pathsOfGuides } from '../library/guides.ts'
import { remarksOnFactFile } from '../lint/check-fact-texts.ts'
import { reasonsAgainstGuides } from '../lint/check-guides.ts'
import { lintInfoPage, lintSiteFiles, remarksOnAds } from '../lint/lint-content.ts'
import { knownTextsOf } from '../lint/search-texts.ts'
import { stringsIn } from '../parsing/parse-ahead.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import type { SiteClock } from './check-and-save.ts'
import { type Conditions, siteFileRefusal } from './conditions.ts'
import { loadSitePages, problemsInTexts, type SitePages } from './problems-in-texts.ts'
import { type EditedText, readStoredSite, requireKept } from './stored-site.ts'
import { storedTargets } from './stored-targets.ts'

interface SavingSiteFile {
  conditions: Conditions
  maker: Maker
  /** Holds the ads of the text already parsed, because other edits wait for this one. */
  parse: AdParser
}

export interface SavedSiteText {
  edition: SiteEdition
  /** What is worth improving in the file. */
  warnings: ContentProblem[]
}

/** A file that is written, though not compared with the texts of the site yet. */
export interface WrittenSiteText extends SavedSiteText {
  /**
   * Must be called once everything of the edit is written, and the edit given up if there are errors.
   *
   * @returns what is wrong now, in this file and in other texts
   */
  finish(): Promise<ContentProblem[]>
}

/**
 * Saves the text of a file of the site: checked as an import of the folder with this one file changed
 * would check it, and written by the same code. A text that is stored already is answered as stored.
 *
 * @throws {SiteError} with every reason not to
 */
export async function saveSiteFile(
  clock: SiteClock,
  edit: Edit,
  edited: EditedText,
  saving: SavingSiteFile,
): Promise<SavedSiteText> {
  const { finish, edition, warnings } = await writeSiteFile(clock, edit, edited, saving)
  const found = await finish()
  requireNoErrors(found)
  return { edition, warnings: [...warnings, ...found.filter(({ file }) => file === edited.file)] }
}

/**
 * The same in two steps, for an edit that changes other texts as well.
 *
 * @throws {SiteError} with every reason that can be found without the texts
 */
export async function writeSiteFile(
  { locale, now }: SiteClock,
  edit: Edit,
  edited: EditedText,
  { conditions, maker, parse }: SavingSiteFile,
): Promise<WrittenSiteText> {
  const { file, text } = edited
  const at = now()
  const stored = await loadStoredSite(edit.tx)
  requireKept(stored)
  const head = stored.heads.get(file)
  const isAds = file.startsWith('ads/')
  const last = isAds ? await keepStoredAds(edit, { file, last: head, now: at }) : head
  const current = isPublishedEdition(last) ? last : undefined
  if (current?.hash === hashOfText(text)) {
    return { edition: current, warnings: [], finish: async () => [] }
  }
  const refusal = siteFileRefusal(
    conditions,
    file,
    current && { ...current, tag: siteTag(current) },
  )
  if (refusal) throw refusal

  const { files, portraits, problems } = await readStoredSite(edit.tx, locale, stored.heads, edited)
  if (problems.length > 0 || !isWhole(files)) throw notSavedFile(problems)
  const known = knownTextsOf({ ...files, articles: [], strays: [] })
  const findings = [
    ...(await reasonsAgainstZone(edit, files)),
    ...lintSiteFiles(files, { known }),
    ...remarksOnFactFile(files, at),
    ...(files.ads ? remarksOnAds(files.ads, parse) : []),
  ]
  requireNoErrors(findings)
  const before = await loadSitePages(edit.tx)
  const isNew = (one: { file: string }) => one.file === file
  const changedFacts = await importSiteFiles(
    edit,
    { ...files, portraits },
    { locale, now: at, isNew },
  )
  if (files.ads) await saveAds(edit, files.ads.value, parse)
  return {
    edition: await editSiteText(edit, { file, text, last, maker, now: at }),
    warnings: findings.filter((finding) => finding.file === file),
    finish: () => finishFile(edit, files, { locale, now: at, isNew, before, changedFacts }),
  }
}

interface Finishing {
  locale: SiteClock['locale']
  now: Date
  isNew: (file: { file: string }) => boolean
  before: SitePages
  changedFacts: ReadonlySet<string>
}

async function finishFile(
  edit: Edit,
  files: WholeSite,
  { locale, now, isNew, before, changedFacts }: Finishing,
): Promise<ContentProblem[]> {
  const { tx } = edit
  const missing = await dropMissingNames(edit, files, isNew)
  if (missing.length > 0) return missing
  if (isNew(files.authors)) await dropUnusedRenditions(edit)
  if (isNew(files.categories) && (await menuPause(tx, now)) === 0) await renewMenu(edit, now)
  const origin = files.site.value.locales[locale]?.address
  const pages = files.info.filter(isNew).map((page) => {
    const { path } = page.value
    return lintInfoPage(page, locale, (outline) => storedTargets(tx, outline, path, origin))
  })
  const inPages = (await Promise.all(pages)).flat()
  const inGuides = isNew(files.guides) ? await lintGuides(tx, files.guides, origin) : []
  return [
    ...inPages,
    ...inGuides,
    ...(await problemsInTexts(tx, { locale, now, before, changedFacts })),
  ]
}

async function lintGuides(
  db: Reader,
  { value, file, locate }: WholeSite['guides'],
  origin: string | undefined,
): Promise<ContentProblem[]> {
  const links = pathsOfGuides(value).map((address) => ({ address, line: 0, text: '' }))
  const targets = await storedTargets(db, { links, images: [] }, file, origin)
  return locate(await reasonsAgainstGuides(value, targets))
}

/** Every day that a file of an article names begins at another moment then: only an import knows them. */
async function reasonsAgainstZone(
  { tx }: Edit,
  { site, locale }: SiteFiles,
): Promise<ContentProblem[]> {
  const before = (await findSiteSettings(tx))?.site.zone
  if (!site || site.value.locales[locale]?.zone === before) return []
  const message = `is ${before ?? 'UTC'}, and can only be changed in the folder: an import dates all articles by it`
  return site.locate([{ field: `/locales/${locale}/zone`, message }])
}

export function requireNoErrors(problems: readonly ContentProblem[]): void {
  const errors = problems.filter(isError)
  if (errors.length > 0) throw notSavedFile(errors)
}

/** Problems as reasons of a refusal: the field is the file, or the page whose text it is about. */
export const reasonsOfProblems = (problems: readonly ContentProblem[]) =>
  problems.map(({ file, line, code, message }) => ({ field: file, line, code, message }))

const notSavedFile = (problems: readonly ContentProblem[]) =>
  new SiteError('invalid-input', 'The file was not saved', { reasons: reasonsOfProblems(problems) })

/** What is to be parsed before the edit. */
export function adStringsIn({ file, text }: EditedText): Iterable<string> {
  if (!file.startsWith('ads/')) return []
  try {
    const document: unknown = JSON.parse(text)
    return hasShape(AdsDocument, document) ? stringsIn(document) : []
  } catch {
    // Its check says where it is wrong.
    return []
  }
}
