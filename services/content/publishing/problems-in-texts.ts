import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { LETTERS } from '../addresses/letter-addresses.ts'
import type { Reader } from '../database/reader.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { siteDay } from '../edits/facts-day.ts'
import { type KnownFacts, reasonsAgainstFacts } from '../facts/check-facts.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { linkTarget } from '../folder/link-target.ts'
import { loadFacts } from '../library/fact-repository.ts'
import { checkLinks } from '../lint/check-text.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { readMarkdown } from '../markdown/render-markdown.ts'
import { dictionariesIn, listsIn, loadCategories } from '../site/category-repository.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { storedTargets } from './stored-targets.ts'

/** Texts that one edit is compared with: reading one takes a few milliseconds. */
const MAX_TEXTS = 1_000
/** Once there are so many problems, no more are looked for. */
const ENOUGH_PROBLEMS = 50

/** The pages that files of the site make, and the headings of those that have a text. */
export type SitePages = ReadonlyMap<PagePath, ReadonlySet<string>>

const NO_HEADINGS: ReadonlySet<string> = new Set()

export async function loadSitePages(db: Reader): Promise<SitePages> {
  const [categories, authors, info] = await settleAll([
    loadCategories(db),
    db.selectFrom('author').select('slug').execute(),
    db.selectFrom('info_page').select(['path', 'headings']).execute(),
  ])
  const paths = [
    ...listsIn(categories).map((list) => `/${list}`),
    ...dictionariesIn(categories).map((slug) => `/${slug}/${LETTERS}`),
    ...authors.map(({ slug }) => authorPath(slug)),
  ]
  return new Map([
    ...paths.map((path): [PagePath, ReadonlySet<string>] => [path, NO_HEADINGS]),
    ...info.map(({ path, headings }): [PagePath, ReadonlySet<string>] => [
      path,
      new Set(headings.map(({ id }) => id)),
    ]),
  ])
}

interface SiteEdit {
  locale: Locale
  now: Date
  /** The pages before the edit. */
  before: SitePages
  /** Names of facts that differ. */
  changedFacts: ReadonlySet<string>
}

/**
 * What an edit of a file of the site makes wrong in other texts: links to pages and headings that are
 * gone, and numbers that print facts. To be called after the edit is written, within it.
 */
export async function problemsInTexts(
  db: Reader,
  { locale, now, before, changedFacts }: SiteEdit,
): Promise<ContentProblem[]> {
  const after = await loadSitePages(db)
  const origin = (await findSiteSettings(db))?.origin
  const isGone = ({ path, fragment }: { path: PagePath; fragment: string }) => {
    const now = after.get(path)
    if (!now) return before.has(path)
    return before.get(path)?.has(fragment) === true && !now.has(fragment)
  }
  const changed = [...before].flatMap(([path, ids]) =>
    [...ids].some((id) => !after.get(path)?.has(id)) || !after.has(path) ? path : [],
  )
  const linking = await textsWhere(db, linkingTo(changed), changed.length > 0)
  const printing = await textsWhere(db, printingAny([...changedFacts]), changedFacts.size > 0)
  const facts = { facts: await loadFacts(db), day: await siteDay(db, now) }
  const read = (text: Text) => readMarkdown(text.body, text.title, locale).outline
  return [
    ...(await collect(linking, async (text) => {
      const outline = read(text)
      const links = outline.links.filter((link) => {
        const target = linkTarget(link.address, text.path, origin)
        return target !== undefined && isGone(target)
      })
      return brokenLinks(db, text.path, { ...outline, links, images: [] }, origin)
    })),
    ...(await collect(printing, async (text) => reasonsOf(read(text), facts))),
  ]
}

const reasonsOf = (outline: Outline, facts: KnownFacts) => reasonsAgainstFacts(outline, facts)

async function brokenLinks(
  db: Reader,
  path: PagePath,
  outline: Outline,
  origin: string | undefined,
): Promise<CodedReason[]> {
  if (outline.links.length === 0) return []
  return checkLinks(outline, path, await storedTargets(db, outline, path, origin))
}

interface Text {
  path: PagePath
  title: string
  body: string
}

/** As Postgres knows it of both tables with texts; `article` is the id of an article. */
type Condition = (table: 'article' | 'info_page') => ReturnType<typeof sql<boolean>>

const linkingTo =
  (paths: readonly PagePath[]): Condition =>
  () =>
    sql<boolean>`linked_names(body_html) && ${paths.map((path) => path.split('/').at(-1) ?? '')}::text[]`

const printingAny =
  (facts: readonly string[]): Condition =>
  (table) =>
    table === 'article'
      ? sql<boolean>`id in (select article from fact_use where fact = any(${facts}::text[]))`
      : sql<boolean>`strpos(body_markdown, 'fact') > 0`

/** Published texts: info pages, then articles. */
async function textsWhere(db: Reader, condition: Condition, isAny: boolean): Promise<Text[]> {
  if (!isAny) return []
  const columns = ['title', 'body_markdown as body'] as const
  const [pages, articles] = await settleAll([
    db
      .selectFrom('info_page')
      .select(['path', ...columns])
      .where(condition('info_page'))
      .orderBy('path')
      .execute(),
    db
      .selectFrom('article')
      .select(['slug', ...columns])
      .where(condition('article'))
      .where('status', '=', 'published')
      .orderBy('slug')
      .limit(MAX_TEXTS + 1)
      .execute(),
  ])
  return [...pages, ...articles.map(({ slug, ...text }) => ({ path: articlePath(slug), ...text }))]
}

/** @param reasonsIn looks at one text; lines are counted from above it */
async function collect(
  texts: readonly Text[],
  reasonsIn: (text: Text) => Promise<CodedReason[]>,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = []
  for (const text of texts.slice(0, MAX_TEXTS)) {
    for (const { line = 0, code = 'E-SCHEMA', message } of await reasonsIn(text)) {
      problems.push({ file: text.path, line: line + 1, code, message })
    }
    if (problems.length >= ENOUGH_PROBLEMS) return problems
    // Reading a text blocks the thread, so other work may run after each.
    await nextTurn()
  }
  if (texts.length <= MAX_TEXTS) return problems
  const message = `more than ${MAX_TEXTS} texts would have to be compared with this: change it in its file, and import that`
  return [...problems, { file: '', line: 1, code: 'E-IN-USE', message }]
}
