import { sql } from 'kysely'
import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { siteDay } from '../edits/facts-day.ts'
import { loadFacts } from '../library/fact-repository.ts'
import type { StoredArticle } from '../library/stored-article.ts'
import { checkText, type LinkTargets } from '../lint/check-text.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import type { RenderedMarkdown } from '../markdown/render-markdown.ts'
import { isFact } from '../markdown/take-numbers.ts'
import { storedTargets } from './stored-targets.ts'

/** The headings of texts that are published by the same edit, by their addresses. */
export type Siblings = ReadonlyMap<PagePath, ReadonlySet<string>>

interface AmongStored {
  origin: string | undefined
  before: string | undefined
  now: Date
  siblings?: Siblings | undefined
}

/**
 * Every reason against a text that lint would have: raw HTML, wrong numbers, and links that lead nowhere.
 *
 * @param before the text that is stored. What it leads to already is not looked at: a page that
 *   was withdrawn since does not prevent a correction
 */
export async function reasonsAmongStored(
  db: Reader,
  slug: Slug,
  rendered: RenderedMarkdown,
  { origin, before = '', now, siblings }: AmongStored,
): Promise<CodedReason[]> {
  // Of a text with too much of something, no more is said.
  if (rendered.excess) return []
  const page = articlePath(slug)
  // Headings of this text are removed by this edit only.
  const isNew = ({ address }: { address: string }) =>
    /^(?:#|$)/.test(address) || !before.includes(address)
  const { links, images } = rendered.outline
  const outline = {
    ...rendered.outline,
    links: links.filter(isNew),
    images: images.filter(isNew),
  }
  const [targets, facts] = await settleAll([
    storedTargets(db, outline, page, origin),
    storedFacts(db, outline, now),
  ])
  return checkText({ ...rendered, outline }, page, withSiblings(targets, siblings), facts)
}

const withSiblings = (targets: LinkTargets, siblings: Siblings = new Map()): LinkTargets => ({
  ...targets,
  has: (path) => siblings.has(path) || targets.has(path),
  headingsAt: async (path) => siblings.get(path) ?? targets.headingsAt(path),
})

/** The facts of the site, if the text shows any. */
async function storedFacts(db: Reader, { numbers }: Outline, now: Date) {
  if (!numbers.some(isFact)) return undefined
  const [facts, day] = await settleAll([loadFacts(db), siteDay(db, now)])
  return { facts, day }
}

export const notSaved = (reasons: readonly CodedReason[]) =>
  new SiteError('invalid-input', 'The article was not saved', { reasons: withLines(reasons) })

/** @param reasons about the text with the number of lines above, which becomes the line */
export const withLines = (reasons: readonly CodedReason[]) =>
  reasons.map(({ line, ...reason }) => ({
    ...reason,
    ...(line !== undefined && { line: line + 1 }),
  }))

/**
 * A warning, as lint has it, when another article has the same title.
 *
 * @param stored where the article is until it is saved
 */
export async function warningsAboutTitle(
  db: Reader,
  { slug }: Pick<StoredArticle, 'slug'>,
  title: string,
) {
  const twin = await db
    .selectFrom('article')
    .select('slug')
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('status', '=', 'published')
    .where('slug', '<>', slug)
    .limit(1)
    .executeTakeFirst()
  if (!twin) return []
  const message = `is also used by "${twin.slug}": say what is different here`
  return [{ field: '/title', code: 'W-DUP-TITLE', message } as const]
}
