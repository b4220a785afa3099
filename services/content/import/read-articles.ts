import { hasShape } from '#shared/check-shape.ts'
import { type Instant, Slug } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { slugify } from '#shared/text/slugify.ts'
import type { ContentProblem } from './content-problem.ts'
import { listMarkdown, readTexts } from './read-text.ts'
import { parseMarkdownFile, type SourceText } from './source-text.ts'

/** An article's file without what it says: all articles together may not fit into memory. */
export interface ArticleFile {
  file: string
  /** SHA-256 of the bytes. */
  hash: string
  slug: Slug
  /** As far as it can be told yet; the instant itself is checked with the text. */
  publishedAt: Instant | undefined
}

/** What an article's file says, to be checked against authors and categories. */
export interface ArticleSource {
  file: ArticleFile
  /** What `PUT /articles/{slug}` would take. */
  draft: Record<string, unknown>
  locate: SourceText['locate']
}

/** Looks through all articles of the folder: each must have an address of its own. */
export async function listArticles(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<ArticleFile[]> {
  const articles: ArticleFile[] = []
  const fileBySlug = new Map<string, string>()
  const names = await listMarkdown(folder, subfolder, problems)
  for await (const { file, text, hash } of readTexts(folder, names, problems)) {
    const source = parseMarkdownFile(file, text)
    problems.push(...source.problems)
    if (source.problems.length > 0) continue
    const { slug, publishedAt } = asRecord(source.value)
    const reason = slugReason(slug, fileBySlug)
    if (reason || typeof slug !== 'string') {
      problems.push(...source.locate([reason ?? { field: '/slug', message: 'must be text' }]))
      continue
    }
    const kept = copyOf(slug)
    fileBySlug.set(kept, file)
    articles.push({ file, hash, slug: kept, publishedAt: instantOf(publishedAt) })
  }
  return articles
}

/**
 * Reads articles again, this time for what they say.
 *
 * @param problems gets the files that are not as they were when they were listed
 */
export async function* readArticles(
  folder: string,
  files: readonly ArticleFile[],
  problems: ContentProblem[],
): AsyncGenerator<ArticleSource> {
  const byName = new Map(files.map((file) => [file.file, file]))
  for await (const { file: name, text, hash } of readTexts(folder, [...byName.keys()], problems)) {
    const file = byName.get(name)
    if (file?.hash !== hash) {
      problems.push({ file: name, line: 1, message: 'was changed while it was read' })
      continue
    }
    const { value, body, locate } = parseMarkdownFile(name, text)
    const { slug: _, ...fields } = asRecord(value)
    yield { file, draft: { ...fields, body: body.trim() }, locate }
  }
}

function slugReason(slug: unknown, fileBySlug: ReadonlyMap<unknown, string>): Reason | undefined {
  if (slug === undefined) return { field: '/slug', message: 'is missing' }
  const other = fileBySlug.get(slug)
  if (other !== undefined) {
    return { field: '/slug', message: `"${slug}" is the slug of ${other} too` }
  }
  if (hasShape(Slug, slug)) return undefined
  const hint = typeof slug === 'string' && slug !== '' ? `, such as "${slugify(slug)}"` : ''
  return {
    field: '/slug',
    message: `must be lower-case words joined by hyphens, at most 120 characters${hint}`,
  }
}

/** Part of a text keeps the whole text in memory, for as long as it is itself kept. */
const copyOf = (part: string) => Buffer.from(part).toString()

/** Of a date that is none, or not written as text, the check of the article will speak. */
function instantOf(written: unknown): Instant | undefined {
  const time = typeof written === 'string' ? Date.parse(written) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
