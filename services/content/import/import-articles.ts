import type { Locale, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articleId } from '../addresses/article-id.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { cleanTerms } from '../drafts/check-terms.ts'
import { timeOfEdit } from '../drafts/check-time.ts'
import { lastEditionOf } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { pastEditions, warningsAboutTakingBack } from '../editions/taken-back.ts'
import type { SaveContext } from '../edits/article-change.ts'
import { touchFields } from '../edits/article-part.ts'
import { type ArticleText, linkArticles } from '../edits/link-articles.ts'
import { renewLinker } from '../edits/relink.ts'
import { saveArticle, withdrawArticle } from '../edits/save-article.ts'
import { withdrawAllExpired } from '../edits/withdraw-expired.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import type { GlossaryTerm } from '../glossary/glossary.ts'
import { shownExamples } from '../library/example-list.ts'
import { shownFactList } from '../library/fact-list.ts'
import { warningsAboutAddress } from '../library/former-address.ts'
import { shownShell } from '../library/shell.ts'
import {
  loadWhole,
  renderStored,
  type StoredArticle,
  type StoredText,
} from '../library/stored-article.ts'
import { termRows } from '../library/term-repository.ts'
import type { ArticleToImport } from '../lint/check-content.ts'
import { RENDERER_VERSION } from '../markdown/render-markdown.ts'
import type { KnownFile } from '../merging/file-context.ts'
import { createImportTally, notifyOfImport } from '../webhooks/import-tally.ts'
import { dateAnew, type Zones } from './date-anew.ts'
import { beginInsert, type DatedArticle } from './insert-articles.ts'
import { signAnew } from './sign-anew.ts'

export interface ArticleImport {
  /** All article files of the folder. */
  files: readonly ArticleFile[]
  known: ReadonlyMap<string, KnownFile>
  save: SaveContext
}

/** Brings articles in line with their files, a batch at a time. */
export interface ArticleImporter {
  /** All terms of a first import: its articles must come linked to them. */
  terms?: readonly GlossaryTerm[]
  /** Receives what saving articles does to others, and to edits of the API. */
  effects: readonly ContentProblem[]
  /** Whether the database has never had an article. */
  isFirst: boolean
  /** @param articles new or changed since the last import, oldest first across all calls */
  save(articles: readonly ArticleToImport[]): Promise<void>
  /**
   * Must be called when the roster has changed.
   *
   * @param articles with unchanged files
   */
  signAnew(articles: readonly ArticleToImport[], rosterBefore: readonly string[]): Promise<void>
  /**
   * Must be called when the site's time zone has changed.
   *
   * @param articles with unchanged files
   */
  dateAnew(articles: readonly ArticleToImport[], zones: Zones): Promise<void>
  /**
   * Must be called last: withdraws articles that have no file any more.
   *
   * @returns their slugs
   */
  finish(): Promise<Slug[]>
}

export async function beginArticleImport(
  edit: Edit,
  { files, known, ...options }: ArticleImport,
): Promise<ArticleImporter> {
  const tally = createImportTally()
  const save = { ...options.save, tally }
  const slugs = new Set(files.map(({ slug }) => slug))
  const left = new Set<string>()
  const anyArticle = await edit.tx.selectFrom('article').select('id').limit(1).executeTakeFirst()
  const inserter = anyArticle || files.length === 0 ? undefined : await beginInsert(edit, save)

  const effects: ContentProblem[] = []

  async function saveOne({ file, article, locate }: ArticleToImport) {
    const former = known.get(file.file)?.article
    const found = await findExisting(edit, file.slug, former, slugs)
    const [existing, past] = found
      ? await settleAll([loadWhole(edit.tx, found), pastEditions(edit.tx, found.id)])
      : [undefined, []]
    effects.push(...locate(await warningsAboutAddress(edit.tx, file.slug, existing)))
    const { id, stored } = await saveArticle(edit, file.slug, article, existing, save)
    const now = { slug: file.slug, tag: entityTag(stored) }
    effects.push(...locate(warningsAboutTakingBack(past, now)))
    if (former && former !== id) left.add(former)
    const row = { hash: file.hash, article: id, ...(await agreement(edit, id, file)) }
    await edit.tx
      .insertInto('source_file')
      .values({ path: file.file, ...row })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute()
  }

  return {
    isFirst: inserter !== undefined,
    effects,
    ...(inserter && { terms: termsOf(files, save.locale) }),
    async save(articles) {
      if (inserter) return inserter.insert(articles.map((article) => withDate(article, save.now)))
      for (const article of articles) await saveOne(article)
    },
    async signAnew(articles, rosterBefore) {
      for (const { file, article } of articles) {
        const id = known.get(file.file)?.article
        if (id && article.author === undefined) await signAnew(edit, id, rosterBefore, save)
      }
    },
    async dateAnew(articles, zones) {
      for (const { file, article } of articles) {
        const id = known.get(file.file)?.article
        if (id) await dateAnew(edit, id, article, zones, save)
      }
    },
    async finish() {
      const present = new Set(files.map(({ file }) => file))
      for (const { path, article } of known.values()) {
        if (!article || present.has(path)) continue
        await edit.tx.deleteFrom('source_file').where('path', '=', path).execute()
        left.add(article)
      }
      const withdrawn: Slug[] = []
      for (const id of left) withdrawn.push(...(await withdrawWithoutFile(edit, id, save)))
      await inserter?.finish()
      await withdrawAllExpired(edit, save)
      await renewLinker(edit, save.locale, { isLinked: inserter !== undefined })
      notifyOfImport(edit, tally, { now: save.now, inserted: inserter ? files : [] })
      return withdrawn
    },
  }
}

/** On what a file and its article agree: on all of it, unless edits made elsewhere were put in. */
async function agreement(edit: Edit, id: string, { written }: ArticleFile) {
  if (written === undefined) return { base: null, text: null }
  return { base: (await lastEditionOf(edit, id))?.id ?? null, text: written }
}

/** The terms that will be in force once all articles are stored. */
const termsOf = (files: readonly ArticleFile[], locale: Locale): GlossaryTerm[] =>
  files.flatMap(({ slug, terms = [] }) =>
    terms.length === 0
      ? []
      : termRows(articleId(locale, slug), cleanTerms(terms), locale).map(
          ({ letter: _, definition = null, ...term }) => ({ ...term, definition }),
        ),
  )

function withDate({ article, linked, ...rest }: ArticleToImport, now: Date): DatedArticle {
  if (!linked) throw new Error(`${rest.file.file} is not linked to terms`)
  const publishedAt = article.publishedAt ?? timeOfEdit(now)
  return { ...rest, linked, article: { ...article, publishedAt } }
}

/**
 * The article with this slug. Otherwise the one that the file was about before its slug changed,
 * unless another file has that article's slug now.
 */
async function findExisting(
  edit: Edit,
  slug: string,
  former: string | null | undefined,
  slugs: ReadonlySet<string>,
) {
  const articles = edit.tx.selectFrom('article').selectAll()
  const bySlug = await articles.where('slug', '=', slug).executeTakeFirst()
  if (bySlug || !former) return bySlug
  const byFile = await articles.where('id', '=', former).executeTakeFirst()
  return byFile && !slugs.has(byFile.slug) ? byFile : undefined
}

/**
 * Does nothing if the file was only renamed: then another file has the article's id.
 *
 * @returns its slug, if it was withdrawn now
 */
async function withdrawWithoutFile(edit: Edit, id: string, save: SaveContext): Promise<Slug[]> {
  const file = await edit.tx
    .selectFrom('source_file')
    .select('path')
    .where('article', '=', id)
    .executeTakeFirst()
  if (file) return []
  const article = await edit.tx
    .selectFrom('article')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (article.status === 'gone') return []
  await withdrawArticle(edit, await loadWhole(edit.tx, article), { ...save, leadsTo: null })
  return [article.slug]
}

/** Articles whose texts are in memory at once. */
const REFRESHED_AT_ONCE = 200

/** Renders again what an older renderer rendered, including articles of the editor API. */
export async function refreshRenderedArticles(edit: Edit, locale: Locale): Promise<void> {
  for (;;) {
    const outdated = await edit.tx
      .selectFrom('article')
      .select(['id', 'title', 'body_markdown', 'body_html', 'headings', 'word_count', 'status'])
      .where('renderer_version', '<>', RENDERER_VERSION)
      .orderBy('id')
      .limit(REFRESHED_AT_ONCE)
      .execute()
    if (outdated.length === 0) return
    await edit.track(shownFactList, ONLY)
    await edit.track(
      shownExamples,
      outdated.map(({ id }) => id),
    )
    await edit.track(shownShell, ONLY)
    const published: ArticleText[] = []
    for (const article of outdated) {
      const body_html = await refreshRendered(edit, article, locale)
      if (article.status === 'published') published.push({ id: article.id, body_html })
    }
    await linkArticles(edit, published, { locale, isKnownText: false })
  }
}

async function refreshRendered(
  edit: Edit,
  { id, ...text }: Pick<StoredArticle, 'id'> & StoredText,
  locale: Locale,
): Promise<string> {
  const { html, headings, wordCount } = renderStored(text, locale)
  await edit.tx
    .updateTable('article')
    .set({
      body_html: html,
      headings: JSON.stringify(headings),
      word_count: Math.max(1, wordCount),
      renderer_version: RENDERER_VERSION,
      revision: edit.revision,
    })
    .where('id', '=', id)
    .execute()
  touchFields(edit, id, ['body_html', 'chart', 'headings', 'reading_minutes', 'words'])
  return html
}
