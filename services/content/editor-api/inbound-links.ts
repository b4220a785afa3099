import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PagePath, Revision, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import type { CheckOutcome } from '../drafts/check-article.ts'
import type { RuleCode } from '../drafts/rules.ts'
import { warningsAboutScheduled } from '../editions/scheduled-behind.ts'
import { linkTarget } from '../folder/link-target.ts'
import type { StoredArticle, WholeArticle } from '../library/stored-article.ts'
import { checkLinks } from '../lint/check-text.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import type { Notice } from '../publishing/warnings-about.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import type { ArticleVerb } from './article-verb.ts'

/** A text that links to an article. */
interface LinkingText {
  path: PagePath
  title: string
  /** Those of its links that lead to the article. */
  links: (Outline['links'][number] & { fragment: string })[]
  outline: Outline
}

type Linked = Pick<StoredArticle, 'id' | 'slug'>

interface Part {
  /** The id of the last article of the part before. */
  after?: string | undefined
  limit: number
}

/** By the paths of texts, what takes their places. */
type Replaced = ReadonlyMap<PagePath, Outline>

/**
 * Published texts that link to an article, at any address that it has had: info pages first, then
 * articles in the order of their ids. Each with those of its links that do.
 */
export async function loadLinkingTexts(
  { read, locale }: Pick<ArticleVerb, 'read' | 'locale'>,
  article: Linked,
  { after, limit }: Part,
  asker: Asker,
  replaced: Replaced = new Map(),
): Promise<{ texts: LinkingText[]; after?: string }> {
  const [names, settings] = await settleAll([namesOf(read, article), findSiteSettings(read)])
  const paths = new Set(names.map(articlePath))
  const [pages, articles] = await settleAll([
    after === undefined ? linkingPages(read, names) : [],
    linkingArticles(read, article, names, { after, limit: limit + 1 }),
  ])
  const texts: LinkingText[] = []
  for (const { path, title, body_markdown: body } of [...pages, ...articles.slice(0, limit)]) {
    const outline =
      replaced.get(path) ??
      (await renderAhead({ title, body }, locale, asker))(body, title, locale).outline
    const links = outline.links.flatMap((link) => {
      const target = linkTarget(link.address, path, settings?.origin)
      return target && paths.has(target.path) ? { ...link, fragment: target.fragment } : []
    })
    if (links.length > 0) texts.push({ path, title, links, outline })
    // Reading a text blocks the thread, so other work may run after each.
    await nextTurn()
  }
  const last = articles[limit - 1]
  return { texts, ...(articles.length > limit && last && { after: last.id }) }
}

/** The slugs that an article has and has had. */
async function namesOf(db: Reader, { id, slug }: Linked): Promise<string[]> {
  const former = await db
    .selectFrom('redirect')
    .select('from_path')
    .where('article', '=', id)
    .execute()
  return [slug, ...former.map(({ from_path }) => from_path.slice(articlePath('').length))]
}

const linksToAny = (names: readonly string[]) =>
  sql<boolean>`linked_names(body_html) && ${[...names]}::text[]`

async function linkingArticles(
  db: Reader,
  { id }: Linked,
  names: readonly string[],
  { after, limit }: Part,
) {
  // Ordered by another expression than that of the primary key, along which Postgres would
  // otherwise read all articles to find a few.
  const order = sql<string>`id::text`
  let query = db
    .selectFrom('article')
    .select(['id', 'slug', 'title', 'body_markdown'])
    .where(linksToAny(names))
    .where('status', '=', 'published')
    .where('id', '<>', id)
    .orderBy(order)
    .limit(limit)
  if (after !== undefined) query = query.where(order, '>', after)
  const rows = await query.execute()
  return rows.map(({ slug, ...row }) => ({ ...row, path: articlePath(slug) }))
}

const linkingPages = (db: Reader, names: readonly string[]) =>
  db
    .selectFrom('info_page')
    .select(['path', 'title', 'body_markdown'])
    .where(linksToAny(names))
    .orderBy('path')
    .execute()

/** Texts that are read to say what an edit breaks in them. */
const MAX_BROKEN_TEXTS = 20

export interface BrokenLink {
  path: PagePath
  title: string
  code: RuleCode
  line: number
  /** As lint says it of the file. */
  message: string
}

/** What of an article is there no longer. */
export interface Lost {
  /** The article itself was withdrawn. */
  isWithdrawn?: true
  /** Ids of headings that its text had. */
  headings?: readonly string[]
  /** Those that it has. */
  kept?: ReadonlySet<string>
}

/**
 * Links of other texts that lead into nothing once something of an article is gone. They are looked for
 * beside the edit, so that no other edit waits.
 */
export async function brokenBy(
  verb: Pick<ArticleVerb, 'read' | 'locale'>,
  article: Linked,
  { isWithdrawn, headings = [], kept = new Set() }: Lost,
  asker: Asker,
  replaced?: Replaced,
): Promise<{ broken: BrokenLink[]; isAll: boolean }> {
  if (!isWithdrawn && headings.length === 0) return { broken: [], isAll: true }
  const origin = (await findSiteSettings(verb.read))?.origin
  const lost = new Set(headings)
  const part = { limit: MAX_BROKEN_TEXTS }
  const { texts, after } = await loadLinkingTexts(verb, article, part, asker, replaced)
  const found = texts.map(async ({ path, title, links, outline }) => {
    const leading = isWithdrawn ? links : links.filter(({ fragment }) => lost.has(fragment))
    const reasons = await checkLinks({ ...outline, links: leading, images: [] }, path, {
      origin,
      pictures: new Set(),
      has: () => isWithdrawn !== true,
      nearest: () => undefined,
      headingsAt: async () => kept,
    })
    return reasons.map(({ code = 'E-LINK-INT', line = 0, message }) => ({
      path,
      title,
      code,
      line: line + 1,
      message,
    }))
  })
  return { broken: (await Promise.all(found)).flat(), isAll: after === undefined }
}

/** The most links that an edit warns of one by one. */
const MAX_NOTICES = 30

/** As warnings of an edit. @param path of the article whose links are listed elsewhere */
export const noticesOf = (
  { broken, isAll }: Awaited<ReturnType<typeof brokenBy>>,
  path: PagePath,
): Notice[] => [
  ...broken.slice(0, MAX_NOTICES).map(({ path, line, code, message }) => ({
    field: '',
    code,
    message: `${path}, line ${line}: ${message}`,
  })),
  ...(isAll && broken.length <= MAX_NOTICES
    ? []
    : [
        {
          field: '',
          code: 'E-LINK-INT' as const,
          message: `More texts link here: GET ${path}/inbound lists them all`,
        },
      ]),
]

/**
 * Warnings of an edit after which links of other texts lead to headings that are gone, or a draft that
 * waits for its time cannot be published then.
 *
 * @param edited.revision absent where the edit was only tried
 */
export async function noticesAfter(
  verb: Pick<ArticleVerb, 'read' | 'locale'>,
  { existing, checked }: { existing?: WholeArticle | undefined; checked: CheckOutcome },
  { slug, revision, asker }: { slug: Slug; revision: Revision | undefined; asker: Asker },
) {
  if (!existing) return []
  const lost = lostHeadings(existing.headings, checked.rendered.outline)
  const [broken, scheduled] = await settleAll([
    brokenBy(verb, existing, lost, asker),
    warningsAboutScheduled(verb.read, { revision, article: existing.id }),
  ])
  return [...scheduled.map(({ reason }) => reason), ...noticesOf(broken, articlePath(slug))]
}

/** The headings that a text has lost, and those that it has. */
export function lostHeadings(
  before: readonly { id: string }[],
  { headings, tables }: Outline,
): Lost {
  const ids = [...headings, ...tables.map(({ options }) => options)].flatMap(({ id }) => id ?? [])
  const kept = new Set(ids)
  return { headings: before.flatMap(({ id }) => (kept.has(id) ? [] : id)), kept }
}
