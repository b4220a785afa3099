import { hasShape } from '#shared/check-shape.ts'
import { type Instant, Slug } from '#shared/contracts/primitives.ts'
import { slugify } from '#shared/text/slugify.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from './content-problem.ts'
import { textKey } from './find-repeats.ts'
import { linkTarget } from './link-target.ts'
import { listMarkdown, readTexts } from './read-text.ts'
import { parseMarkdownFile, type SourceText } from './source-text.ts'

/** An article's file without its text, because all texts together may not fit into memory. */
export interface ArticleFile {
  file: string
  /** SHA-256 of the file's text. */
  hash: string
  slug: Slug
  /** `undefined` if missing or invalid; the check of the article reports that. */
  publishedAt: Instant | undefined
  /** Hashes of the title and of a written description: equal for equal texts. */
  titleKey: string | undefined
  descriptionKey: string | undefined
  /** Links the article with its translations on other sites. */
  translationKey: string | undefined
  /** Where its text seems to link within the site, each as `/path#fragment`. */
  targets: readonly string[]
}

export interface ListedArticles {
  /** Articles with a valid slug of their own. */
  articles: ArticleFile[]
  /** Articles without one. Their texts can be checked all the same. */
  strays: ArticleFile[]
  /** Names of files that cannot be read. */
  unread: string[]
}

/** The content of an article's file, to be checked against authors and categories. */
export interface ArticleSource {
  file: ArticleFile
  /** In the form of the body of `PUT /articles/{slug}`. */
  draft: Record<string, unknown>
  locate: SourceText['locate']
}

/** Lists all articles of the folder. Each must have a slug of its own. */
export async function listArticles(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<ListedArticles> {
  const articles: ArticleFile[] = []
  const strays: ArticleFile[] = []
  const fileBySlug = new Map<string, string>()
  const oneOfEach = new Map<string, string>()
  const names = await listMarkdown(folder, subfolder, problems)
  const read = new Set<string>()
  for await (const { file, text, hash } of readTexts(folder, names, problems)) {
    const source = parseMarkdownFile(file, text)
    problems.push(...source.problems)
    if (source.problems.length > 0) continue
    read.add(file)
    const { slug, title, description, publishedAt, translationKey } = asRecord(source.value)
    const reason = slugReason(slug, fileBySlug)
    if (reason) problems.push(...source.locate([reason]))
    const kept = typeof slug === 'string' ? copyOf(slug) : ''
    const listed: ArticleFile = {
      file,
      hash,
      slug: kept,
      publishedAt: instantOf(publishedAt),
      titleKey: keyOf(title),
      descriptionKey: keyOf(description),
      translationKey: typeof translationKey === 'string' ? copyOf(translationKey) : undefined,
      targets: targetsIn(source.body, articlePath(kept), oneOfEach),
    }
    if (reason) strays.push(listed)
    else {
      fileBySlug.set(kept, file)
      articles.push(listed)
    }
  }
  return { articles, strays, unread: names.filter((name) => !read.has(name)) }
}

/**
 * Reads articles again, this time with their texts.
 *
 * @param problems receives the files that have changed since they were listed
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
      const message = 'was changed while it was read'
      problems.push({ file: name, line: 1, code: 'E-SCHEMA', message })
      continue
    }
    const { value, body, locate } = parseMarkdownFile(name, text)
    const { slug: _, ...fields } = asRecord(value)
    const draftBody = body.trimStart()
    const above = body.slice(0, body.length - draftBody.length).split('\n').length - 1
    yield {
      file,
      draft: { ...fields, body: draftBody.trimEnd() },
      locate: (reasons) =>
        locate(
          reasons.map((reason) =>
            reason.line === undefined ? reason : { ...reason, line: reason.line + above },
          ),
        ),
    }
  }
}

function slugReason(
  slug: unknown,
  fileBySlug: ReadonlyMap<unknown, string>,
): CodedReason | undefined {
  const field = '/slug'
  if (slug === undefined) return { field, code: 'E-SLUG', message: 'is missing' }
  const other = fileBySlug.get(slug)
  if (other !== undefined) {
    return { field, code: 'E-DUP-SLUG', message: `"${slug}" is also the slug of ${other}` }
  }
  if (hasShape(Slug, slug)) return undefined
  const hint = typeof slug === 'string' && slug !== '' ? `, such as "${slugify(slug)}"` : ''
  const message = `must be lower-case words joined by hyphens, at most 120 characters${hint}`
  return { field, code: 'E-SLUG', message }
}

const keyOf = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' ? textKey(text) : undefined

const NO_TARGETS: readonly string[] = []
/** Looks like a link or a reference definition; only the Markdown parser knows for certain. */
const LINK = /\]\(\s*<?([^\s<>()]+)|^ {0,3}\[[^\]\n]+\]:\s*<?([^\s<>]+)/gm

/** @param oneOfEach all targets found so far, so that equal strings are kept in memory once */
function targetsIn(body: string, page: string, oneOfEach: Map<string, string>): readonly string[] {
  const found = new Set<string>()
  for (const [, inline, reference = ''] of body.matchAll(LINK)) {
    const target = linkTarget(inline ?? reference, page)
    if (!target || target.path === page) continue
    const written = copyOf(`${target.path}#${target.fragment}`)
    const kept = oneOfEach.get(written) ?? written
    oneOfEach.set(kept, kept)
    found.add(kept)
  }
  return found.size === 0 ? NO_TARGETS : [...found]
}

/** V8 keeps a whole text in memory as long as a part of it is in use, so the part is copied. */
const copyOf = (part: string) => Buffer.from(part).toString()

/** `undefined` for an invalid date, which the check of the article reports. */
function instantOf(written: unknown): Instant | undefined {
  const time = typeof written === 'string' ? Date.parse(written) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
