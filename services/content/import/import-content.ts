import { type Kysely, sql } from 'kysely'
import type { Locale, Revision } from '#shared/contracts/primitives.ts'
import { claimIdentity, requireIdentity } from '#shared/database/site-identity.ts'
import { UTC } from '#shared/text/time-zone.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { saveYear } from '../edits/current-year.ts'
import { menuPause, renewMenu } from '../edits/renew-menu.ts'
import { refreshParsedAds, saveAds } from '../edits/save-ads.ts'
import { ContentError, type ContentProblem, isError } from '../folder/content-problem.ts'
import { type ContentTree, isWhole, readTree } from '../folder/read-content.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { loadOutdatedAds } from '../library/ads-repository.ts'
import { loadRoster } from '../library/roster.ts'
import { createArticleThreads } from '../lint/article-threads.ts'
import { checkArticles, surroundingsOf } from '../lint/check-content.ts'
import { refuseStoredExamples } from '../lint/example-addresses.ts'
import { checkOtherLinks, lintOtherFiles, lintTree, remarksOnAds } from '../lint/lint-content.ts'
import { parseAhead, stringsIn } from '../parsing/parse-ahead.ts'
import { sistersOf } from '../site/sister-sites.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { boundWithdrawals } from './bound-withdrawals.ts'
import type { Zones } from './date-anew.ts'
import { beginArticleImport, refreshRenderedArticles } from './import-articles.ts'
import { dropMissingAuthors, importAuthors } from './import-authors.ts'
import { dropMissingCategories, importCategories } from './import-categories.ts'
import { importInfoPages } from './import-info-pages.ts'
import { importPortraits } from './import-portraits.ts'
import { importPageSeo, importSite } from './import-site.ts'
import { importTranslations, readTranslations } from './import-translations.ts'
import { listMissingTopics } from './list-topics.ts'
import { refreshLetters } from './refresh-letters.ts'
import { changesBetween, type PartChanges, takeStock } from './take-stock.ts'

/** After so many remarks an import stops collecting them by default. The lint command lists all. */
const ENOUGH_REMARKS = 1_000
/** An import that changes so many articles makes Postgres' table statistics outdated. */
const WORTH_COUNTING = 200

export interface ImportOptions {
  folder: string
  locale: Locale
  now: Date
  /** Files an article without entities under every category's fallback subcategory. */
  defaultEntities?: boolean
  /** Whether search engines may list the site: then addresses that are examples are errors. */
  isListed?: boolean
  /** A folder with ads that stand in for those which the content folder lacks. */
  samples?: string | undefined
  /** How many articles it withdraws: to be said for more than a few. */
  withdraw?: number | undefined
  /** Once there are so many remarks on articles, no more are looked for. */
  mostRemarks?: number
  /** Called again and again with the articles that are checked, and all that will be. */
  onProgress?: (checked: number, all: number) => void
}

export interface ImportResult {
  /** Whether anything was written. */
  changed: boolean
  revision: Revision
  /** The number of articles in the folder, and of those whose files were new or different. */
  articles: number
  changedArticles: number
  /** The number of articles that were withdrawn, because their files are gone. */
  withdrawn: number
  /** What changed apart from articles. */
  changes: PartChanges[]
  /** Remarks on new files that are no reason to refuse them. */
  remarks: ContentProblem[]
}

/**
 * Brings the database in line with the content folder: all of it, or nothing.
 *
 * A file that has not changed since the last import is skipped, so later edits through the editor
 * API stay.
 *
 * @param database may still be starting: the folder is read meanwhile
 * @throws {ContentError} with everything that is wrong; then nothing was written
 * @throws {EnvironmentError} when the database is that of a site in another language
 * @throws {WithdrawalError} when it would withdraw many articles, and nobody has said how many
 */
export async function importContent(
  database: Kysely<Database> | Promise<Kysely<Database>>,
  {
    folder,
    locale,
    now,
    defaultEntities = false,
    isListed = false,
    samples,
    withdraw,
    mostRemarks = ENOUGH_REMARKS,
    onProgress,
  }: ImportOptions,
): Promise<ImportResult> {
  await using threads = createArticleThreads()
  const [{ tree, problems: unread }, db] = await Promise.all([
    readTree(folder, locale, { summarise: threads.summarise, samples }),
    Promise.resolve(database).then(async (opened) => {
      await requireIdentity(opened, { locale })
      return opened
    }),
  ])
  if (!isWhole(tree) || unread.length > 0) {
    throw new ContentError([
      ...unread,
      ...(await lintTree(tree, now, { defaultEntities, isListed }, threads)).filter(isError),
    ])
  }
  const surroundings = surroundingsOf(tree, { mostRemarks, defaultEntities, isListed })
  const findings = await lintOtherFiles(tree, surroundings)
  const parse = await parseNewAds(db, tree)
  const translations = await readTranslations(folder, sistersOf(locale, tree.site.value.locales))
  const { result, changed, revision } = await commitEdit(db, async (edit) => {
    await claimIdentity(edit.tx, { locale })
    const known = await knownFiles(edit)
    await boundWithdrawals(edit, { files: tree.articles, known, meant: withdraw })
    const before = await takeStock(edit)
    const isNew = ({ file, hash }: Pick<ContentFile<unknown>, 'file' | 'hash'>) =>
      known.get(file)?.hash !== hash
    const newArticles = tree.articles.filter(isNew)
    if (isListed && !(tree.ads && isNew(tree.ads))) await refuseStoredExamples(edit.tx, locale)

    const problems = findings.filter(isError)
    const remarks: ContentProblem[] = []
    const roster = tree.authors.value.map(({ slug }) => slug)
    const rosterBefore = (await loadRoster(edit.tx)).map(({ slug }) => slug)
    const zones = await zonesOf(edit, tree)
    if (problems.length === 0) await importTree(edit, tree, { locale, now, isNew })
    const articles = await beginArticleImport(edit, {
      files: tree.articles,
      known,
      save: { locale, now, pageSize: tree.site.value.constants.pageSize, roster },
    })
    // Articles are checked against authors, categories and the site's time zone, so a change there
    // concerns all of them.
    const isMoved = zones.before !== zones.after
    const everything = isMoved || isNew(tree.authors) || isNew(tree.categories)
    const toCheck = everything ? tree.articles : newArticles
    if (!everything) problems.push(...(await checkOtherLinks(tree, isNew, surroundings)))
    const { terms } = articles
    const checked = checkArticles(tree, toCheck, now, surroundings, {
      threads,
      ...(terms && { terms }),
    })
    let saving = Promise.resolve()
    let checkedCount = 0
    for await (const chunk of checked) {
      checkedCount += chunk.files
      onProgress?.(checkedCount, toCheck.length)
      problems.push(...chunk.problems)
      remarks.push(...chunk.remarks)
      await saving
      await stayConnected(edit)
      // Once there is a problem, the rest is only checked for more problems, not saved.
      if (problems.length > 0) continue
      // Postgres stores these while the next ones are checked.
      saving = articles.save(chunk.articles.filter(({ file }) => isNew(file)))
      saving.catch(() => {})
      const unchanged = chunk.articles.filter(({ file }) => !isNew(file))
      if (!isMoved && !isNew(tree.authors)) continue
      await saving
      if (isMoved) await articles.dateAnew(unchanged, zones)
      if (isNew(tree.authors)) await articles.signAnew(unchanged, rosterBefore)
    }
    await saving
    if (problems.length > 0) throw new ContentError(problems)

    const withdrawn = await articles.finish()
    await importTranslations(edit, translations)
    const missing = [
      ...(isNew(tree.categories) ? await dropMissingCategories(edit, tree.categories) : []),
      ...(isNew(tree.authors) ? await dropMissingAuthors(edit, tree.authors) : []),
    ]
    if (missing.length > 0) throw new ContentError(missing)
    // If the menu must not change yet, it is updated later, as after any edit.
    if ((await menuPause(edit.tx, now)) === 0) await renewMenu(edit, now)
    await refreshRenderedArticles(edit, locale)
    await refreshParsedAds(edit, parse)
    const newAds = tree.ads && isNew(tree.ads) ? tree.ads : undefined
    if (newAds) await saveAds(edit, newAds.value, parse)
    await rememberFiles(edit, tree, isNew)
    return {
      changedArticles: newArticles.length,
      withdrawn,
      changes: changesBetween(before, await takeStock(edit)),
      remarks: newRemarks(tree, isNew, [
        ...findings.filter((finding) => !isError(finding)),
        ...remarks,
        ...(newAds ? remarksOnAds(newAds, parse) : []),
      ]),
    }
  })
  if (result.changedArticles >= WORTH_COUNTING) await countAnew(db)
  return { changed, revision, articles: tree.articles.length, ...result }
}

/** Leaves out remarks on files that have not changed. */
function newRemarks(
  { site, categories, authors, pageSeo, info, articles, ads }: ContentTree,
  isNew: (file: Pick<ContentFile<unknown>, 'file' | 'hash'>) => boolean,
  remarks: readonly ContentProblem[],
): ContentProblem[] {
  const others = [site, categories, authors, pageSeo, ...info, ...(ads ? [ads] : [])]
  const fresh = new Set([...others, ...articles].filter(isNew).map(({ file }) => file))
  return remarks.filter(({ file }) => fresh.has(file))
}

/** Parses all ads that the edit needs before it begins, because every other edit waits for it. */
async function parseNewAds(db: Reader, { ads }: ContentTree): Promise<AdParser> {
  const outdated = await loadOutdatedAds(db)
  const strings = [
    ...outdated.flatMap(({ links }) => links),
    ...(ads && !(await isKnownFile(db, ads)) ? stringsIn(ads.value) : []),
  ]
  return parseAhead(strings, { owner: 'import' })
}

/**
 * Updates the statistics that Postgres plans queries with. They may still describe empty tables,
 * and until autovacuum updates them, about a minute later, pages would take ten times as long.
 */
async function countAnew(db: Kysely<Database>): Promise<void> {
  await sql`analyze article, placement, listing, author, subcategory, redirect, term, mention, article_word`.execute(
    db,
  )
}

interface TreeImport extends Pick<ImportOptions, 'locale' | 'now'> {
  isNew: (file: ContentFile<unknown>) => boolean
}

/** Imports everything that articles refer to, and the other files. */
async function importTree(edit: Edit, tree: ContentTree, { locale, now, isNew }: TreeImport) {
  await saveYear(edit, now)
  if (isNew(tree.site)) await importSite(edit, tree.site.value, locale)
  if (isNew(tree.categories)) await importCategories(edit, tree.categories, locale)
  if (isNew(tree.authors)) await importAuthors(edit, tree.authors)
  await importPortraits(edit, tree.portraits)
  if (isNew(tree.pageSeo)) await importPageSeo(edit, tree.pageSeo.value)
  await importInfoPages(edit, tree.info, locale)
  await refreshLetters(edit, locale)
  await listMissingTopics(edit, tree.site.value.constants.pageSize)
}

/** Postgres ends a transaction that is idle for too long, and checking articles may take long. */
async function stayConnected(edit: Edit) {
  await sql`select 1`.execute(edit.tx)
}

/** Before the first import no text is dated in any zone. */
async function zonesOf({ tx }: Edit, { site, locale }: ContentTree): Promise<Zones> {
  const after = site.value.locales[locale]?.zone ?? UTC
  const settings = await findSiteSettings(tx)
  return { before: settings ? (settings.site.zone ?? UTC) : after, after }
}

async function isKnownFile(db: Reader, { file, hash }: ContentFile<unknown>): Promise<boolean> {
  const known = db.selectFrom('source_file').select('path')
  const row = await known.where('path', '=', file).where('hash', '=', hash).executeTakeFirst()
  return row !== undefined
}

async function knownFiles(edit: Edit) {
  const files = await edit.tx.selectFrom('source_file').selectAll().execute()
  return new Map(files.map((file) => [file.path, file]))
}

/** Remembers the files that are not articles. An article's file is remembered with the article. */
async function rememberFiles(
  edit: Edit,
  { site, categories, authors, pageSeo, info, ads }: ContentTree,
  isNew: (file: ContentFile<unknown>) => boolean,
) {
  const files = [site, categories, authors, pageSeo, ...info, ...(ads ? [ads] : [])].filter(isNew)
  for (const { file, hash } of files) {
    await edit.tx
      .insertInto('source_file')
      .values({ path: file, hash, article: null })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ hash }))
      .execute()
  }
}
