import { type Kysely, sql } from 'kysely'
import type { Locale, PagePath, Revision } from '#shared/contracts/primitives.ts'
import { claimIdentity, requireIdentity } from '#shared/database/site-identity.ts'
import { settleAll } from '#shared/settle-all.ts'
import { UTC } from '#shared/text/time-zone.ts'
import { articlePath } from '../addresses/article-path.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import type { Database } from '../database/schema.ts'
import { CONTENT_FILES } from '../editions/edition.ts'
import {
  warningsAboutScheduled,
  warningsAboutScheduledFiles,
} from '../editions/scheduled-behind.ts'
import { ContentError, type ContentProblem, isError } from '../folder/content-problem.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import { type ContentTree, readTree } from '../folder/read-content.ts'
import { isWhole, listSiteFiles } from '../folder/read-site-files.ts'
import { movedFrom } from '../library/former-address.ts'
import { loadRoster } from '../library/roster.ts'
import { type ArticleThreads, createArticleThreads } from '../lint/article-threads.ts'
import { knownFactsOf } from '../lint/check-alone.ts'
import { checkArticles } from '../lint/check-content.ts'
import { checkOtherFacts } from '../lint/check-fact-texts.ts'
import { refuseStoredExamples } from '../lint/example-addresses.ts'
import { checkOtherLinks, lintTree, remarksOnAds } from '../lint/lint-content.ts'
import type { KnownFile } from '../merging/file-context.ts'
import { countFilesBehind, type FilesBehind } from '../merging/files-behind.ts'
import { followRenames } from '../merging/follow-renames.ts'
import { reconcileFiles } from '../merging/reconcile-files.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { boundWithdrawals } from './bound-withdrawals.ts'
import type { Zones } from './date-anew.ts'
import { beginArticleImport } from './import-articles.ts'
import type { IsNew, TreeImport } from './import-site-files.ts'
import { importTranslations } from './import-translations.ts'
import { importTheRest, importTree } from './import-tree.ts'
import {
  isSameState,
  loadStoredSite,
  type PreparedImport,
  prepareImport,
  storedHash,
} from './prepare-import.ts'
import { keepFormerAds, rememberSiteFiles } from './remember-site-files.ts'
import { saveChecked } from './save-checked.ts'
import { changesBetween, type PartChanges, takeStock } from './take-stock.ts'

/** Withdrawn articles that are named. */
const NAMED_GONE = 20
const NOTHING: ReadonlySet<string> = new Set()
const NOTHING_MERGED: ReadonlyMap<string, ArticleFile> = new Map()
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
  /** A folder with ads that are used where the content folder has none. */
  samples?: string | undefined
  /** How many articles it withdraws: to be said for more than a few. */
  withdraw?: number | undefined
  /** Once there are so many remarks on articles, no more are looked for. */
  mostRemarks?: number
  /** Called again and again with the articles that are checked, and all that will be. */
  onProgress?: ((checked: number, all: number) => void) | undefined
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
  /** The addresses of the first of them. */
  gone: PagePath[]
  behind: FilesBehind
  /** What changed apart from articles. */
  changes: PartChanges[]
  /** What it does to other articles, to scheduled drafts, and to edits of the API. */
  effects: ContentProblem[]
  /** Remarks on new files that are no reason to refuse them. */
  remarks: ContentProblem[]
}

/**
 * Brings the database in line with the content folder: all of it, or nothing.
 *
 * A file that has not changed since the last import is skipped, so later edits through the editor
 * API stay. With one that has changed they are merged.
 *
 * @param database may still be starting: the folder is read meanwhile
 * @throws {ContentError} with everything that is wrong; then nothing was written
 * @throws {EnvironmentError} when the database is that of a site in another language
 * @throws {WithdrawalError} when it would withdraw many articles, and the caller does not say how many
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
  const prepareNow = async () =>
    prepareImport(db, tree, {
      now,
      samples,
      mostRemarks,
      defaultEntities,
      isListed,
      movedFrom: (path) => movedFrom(db, path),
    })
  const early = await prepareNow()
  const { result, changed, revision } = await commitEdit(db, async (edit) => {
    // What was edited meanwhile is put in as well: from here on every other edit waits.
    const isCurrent = isSameState(early.stored, await loadStoredSite(edit.tx))
    const prepared = isCurrent ? early : await prepareNow()
    return importInto(
      edit,
      { ...prepared, threads },
      { locale, now, isListed, withdraw, onProgress },
    )
  })
  if (result.changedArticles >= WORTH_COUNTING) await countAnew(db)
  return { changed, revision, articles: tree.articles.length, ...result }
}

type EditOptions = Pick<ImportOptions, 'locale' | 'now' | 'isListed' | 'withdraw' | 'onProgress'>

async function importInto(
  edit: Edit,
  prepared: PreparedImport & { threads: ArticleThreads },
  { locale, now, isListed, withdraw, onProgress }: EditOptions,
) {
  const { tree, stored, surroundings, findings, unmerged, parse, threads } = prepared
  await claimIdentity(edit.tx, { locale })
  const known = await followRenames(edit, tree, await knownFiles(edit))
  const missing = await boundWithdrawals(edit, { files: tree.articles, known, meant: withdraw })
  const before = await takeStock(edit)
  const isNew: IsNew = ({ file, hash }) =>
    (storedHash(file, stored) ?? known.get(file)?.hash) !== hash
  const newArticles = tree.articles.filter(isNew)
  if (isListed && !(tree.ads && isNew(tree.ads))) await refuseStoredExamples(edit.tx, locale)

  const errors = findings.filter(isError)
  const problems = [...unmerged, ...errors]
  const roster = tree.authors.value.map(({ slug }) => slug)
  const rosterBefore = (await loadRoster(edit.tx)).map(({ slug }) => slug)
  const zones = await zonesOf(edit, tree)
  const changed =
    problems.length > 0 ? NOTHING : await importTree(edit, tree, { locale, now, isNew })
  const { pageSize } = tree.site.value.constants
  const articles = await beginArticleImport(edit, {
    files: tree.articles,
    known,
    save: { locale, now, pageSize, roster, maker: CONTENT_FILES },
  })
  const merged =
    errors.length > 0 || articles.isFirst
      ? NOTHING_MERGED
      : await reconcileFiles(edit, { tree, files: newArticles, known, missing }, problems)
  if (unmerged.length > 0) throw new ContentError(problems)
  // Articles are checked against authors, categories and the site's time zone, so a change there
  // concerns all of them.
  const isMoved = zones.before !== zones.after
  const everything = isMoved || isNew(tree.authors) || isNew(tree.categories)
  const toCheck = (everything ? tree.articles : newArticles).map(
    (file) => merged.get(file.file) ?? file,
  )
  const { terms, isFirst: allowsFormerFacts } = articles
  if (!everything) problems.push(...(await checkOtherLinks(tree, isNew, surroundings)))
  problems.push(...(await checkFactsInOthers(tree, { changed, isNew, now, allowsFormerFacts })))
  const checked = checkArticles(tree, toCheck, now, surroundings, {
    threads,
    allowsFormerFacts,
    ...(terms && { terms }),
  })
  const onChecked = (count: number) => onProgress?.(count, toCheck.length)
  const remarks = await saveChecked(edit, checked, {
    articles,
    problems,
    isNew,
    onChecked,
    async onUnchanged(unchanged) {
      if (isMoved) await articles.dateAnew(unchanged, zones)
      if (isNew(tree.authors)) await articles.signAnew(unchanged, rosterBefore)
    },
  })
  if (problems.length > 0) throw new ContentError(problems)

  const gone = await articles.finish()
  const newAds = await finishFiles(edit, prepared, { locale, now, isNew })
  const held = await effectsOnScheduled(edit, known)
  return {
    changedArticles: newArticles.length,
    withdrawn: gone.length,
    gone: gone.slice(0, NAMED_GONE).map(articlePath),
    behind: await countFilesBehind(edit.tx, tree),
    changes: changesBetween(before, await takeStock(edit)),
    effects: [...articles.effects, ...held],
    remarks: newRemarks(tree, isNew, [
      ...findings.filter((finding) => !isError(finding)),
      ...remarks,
      ...(newAds ? remarksOnAds(newAds, parse) : []),
    ]),
  }
}

/** Names drafts that wait for a time, and that this import has left behind. */
async function effectsOnScheduled(
  { tx, revision }: Edit,
  known: ReadonlyMap<string, KnownFile>,
): Promise<ContentProblem[]> {
  const [ofArticles, ofFiles] = await settleAll([
    warningsAboutScheduled(tx, { revision }),
    warningsAboutScheduledFiles(tx, { revision }),
  ])
  // There are a few at most, and a million files.
  const named = ofArticles.map(({ article, slug, reason }) => {
    const row = known.values().find((file) => file.article === article)
    return { file: row?.path ?? slug, reason }
  })
  return [...named, ...ofFiles].map(({ file, reason: { code, message } }) => {
    return { file, line: 1, code, message }
  })
}

/** What follows from the articles, and the editions of the files. @returns the file of ads, if it is new */
async function finishFiles(
  edit: Edit,
  { tree, inFolder, stored, parse, translations }: PreparedImport,
  options: TreeImport,
) {
  await importTranslations(edit, translations)
  const heads = await keepFormerAds(edit, tree, { ...stored, ...options })
  const newAds = await importTheRest(edit, tree, { ...options, parse })
  const { now } = options
  await rememberSiteFiles(edit, { inFolder, imported: tree, ...stored, heads, now })
  return newAds
}

/** Compares texts whose files have not changed with facts that have. */
async function checkFactsInOthers(
  tree: ContentTree,
  {
    now,
    allowsFormerFacts: allowsFormer,
    ...others
  }: { changed: ReadonlySet<string>; isNew: IsNew; now: Date; allowsFormerFacts: boolean },
): Promise<ContentProblem[]> {
  const facts = knownFactsOf(tree, now)
  return facts ? checkOtherFacts(tree, { ...others, known: { ...facts, allowsFormer } }) : []
}

/** Leaves out remarks on files that have not changed. */
function newRemarks(
  tree: ContentTree,
  isNew: IsNew,
  remarks: readonly ContentProblem[],
): ContentProblem[] {
  const all = [...listSiteFiles(tree), ...tree.articles]
  const fresh = new Set(all.filter(isNew).map(({ file }) => file))
  return remarks.filter(({ file }) => fresh.has(file))
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

/** Before the first import no text is dated in any zone. */
async function zonesOf({ tx }: Edit, { site, locale }: ContentTree): Promise<Zones> {
  const after = site.value.locales[locale]?.zone ?? UTC
  const settings = await findSiteSettings(tx)
  return { before: settings ? (settings.site.zone ?? UTC) : after, after }
}

async function knownFiles(edit: Edit) {
  const files = await edit.tx.selectFrom('source_file').selectAll().execute()
  return new Map(files.map((file) => [file.path, file]))
}
