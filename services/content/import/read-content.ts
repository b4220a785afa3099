import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { type Locale, Slug } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { slugify } from '#shared/text/slugify.ts'
import { AdsDocument } from '../ads/ads-document.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import {
  AuthorsFile,
  CategoriesFile,
  InfoFrontMatter,
  PageSeoFile,
  SiteFile,
} from './content-files.ts'
import { ContentError, type ContentProblem } from './content-problem.ts'
import { parseMarkdownFile, parseYamlFile, type SourceText } from './source-text.ts'

/** A file of the folder as it was read: its shape is right, its references are not looked at. */
export interface ContentFile<T> {
  file: string
  /** SHA-256 of the bytes. */
  hash: string
  value: T
  locate: SourceText['locate']
}

/** An article's front matter is checked together with its text, against authors and categories. */
export interface ArticleSource {
  slug: string
  /** What `PUT /articles/{slug}` would take. */
  draft: Record<string, unknown>
}

export interface InfoSource extends Static<typeof InfoFrontMatter> {
  body: string
}

export interface ContentTree {
  site: ContentFile<Static<typeof SiteFile>>
  categories: ContentFile<Static<typeof CategoriesFile>>
  authors: ContentFile<Static<typeof AuthorsFile>>
  pageSeo: ContentFile<Static<typeof PageSeoFile>>
  info: ContentFile<InfoSource>[]
  articles: ContentFile<ArticleSource>[]
  ads: ContentFile<Static<typeof AdsDocument>> | undefined
}

/** Files that are open at once. */
const CONCURRENCY = 64

/**
 * Reads the content folder for one locale.
 *
 * @throws {ContentError} with everything that can be found wrong without knowing the database
 */
export async function readContent(folder: string, locale: Locale): Promise<ContentTree> {
  const problems: ContentProblem[] = []
  const yaml = <T extends TSchema>(file: string, schema: T) =>
    readYaml(folder, file, schema, problems)

  const site = await yaml('site.yaml', SiteFile)
  const categories = await yaml(`categories/${locale}.yaml`, CategoriesFile)
  const authors = await yaml(`authors/${locale}.yaml`, AuthorsFile)
  const pageSeo = await yaml(`page-seo/${locale}.yaml`, PageSeoFile)
  const ads = (await exists(folder, 'ads.json')) ? await yaml('ads.json', AdsDocument) : undefined
  const info = await readInfo(folder, `info/${locale}`, problems)
  const articles = await readArticles(folder, `articles/${locale}`, problems)

  if (site && !(locale in site.value.locales)) {
    problems.push({ file: site.file, line: 1, message: `has no texts for ${locale} under locales` })
  }
  if (problems.length > 0 || !site || !categories || !authors || !pageSeo) {
    throw new ContentError(problems)
  }
  return { site, categories, authors, pageSeo, info, articles, ads }
}

async function readYaml<T extends TSchema>(
  folder: string,
  file: string,
  schema: T,
  problems: ContentProblem[],
): Promise<ContentFile<Static<T>> | undefined> {
  const text = await readText(folder, file, problems)
  if (text === undefined) return undefined
  const source = parseYamlFile(file, text)
  problems.push(...source.problems)
  if (source.problems.length > 0) return undefined
  const reasons = [...reasonsAgainst(schema, source.value), ...reasonsAboutCharacters(source.value)]
  problems.push(...source.locate(reasons))
  return hasShape(schema, source.value) && reasons.length === 0
    ? { file, hash: hashOf(text), value: source.value, locate: source.locate }
    : undefined
}

async function readInfo(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<ContentFile<InfoSource>[]> {
  const sources = await readMarkdownFolder(folder, subfolder, problems)
  return sources.flatMap(({ source, hash }) => {
    const { file, value, body, locate } = source
    const reasons = [
      ...reasonsAgainst(InfoFrontMatter, value),
      ...reasonsAboutCharacters(value),
      ...reasonsAboutCharacters(body, '/body'),
    ]
    problems.push(...locate(reasons))
    return hasShape(InfoFrontMatter, value) && reasons.length === 0
      ? [{ file, hash, value: { ...value, body }, locate }]
      : []
  })
}

async function readArticles(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<ContentFile<ArticleSource>[]> {
  const sources = await readMarkdownFolder(folder, subfolder, problems)
  const fileBySlug = new Map<string, string>()
  return sources.flatMap(({ source, hash }) => {
    const { file, value, body, locate } = source
    const { slug, ...fields } = asRecord(value)
    const reason = slugReason(slug)
    if (reason || typeof slug !== 'string') {
      problems.push(...locate([reason ?? { field: '/slug', message: 'must be text' }]))
      return []
    }
    const other = fileBySlug.get(slug)
    if (other !== undefined) {
      problems.push(
        ...locate([{ field: '/slug', message: `"${slug}" is the slug of ${other} too` }]),
      )
      return []
    }
    fileBySlug.set(slug, file)
    return [{ file, hash, value: { slug, draft: { ...fields, body: body.trim() } }, locate }]
  })
}

function slugReason(slug: unknown): Reason | undefined {
  if (slug === undefined) return { field: '/slug', message: 'is missing' }
  if (hasShape(Slug, slug)) return undefined
  const hint = typeof slug === 'string' && slug !== '' ? `, such as "${slugify(slug)}"` : ''
  return {
    field: '/slug',
    message: `must be lower-case words joined by hyphens, at most 120 characters${hint}`,
  }
}

async function readMarkdownFolder(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<{ source: SourceText; hash: string }[]> {
  const names = await readdir(path.join(folder, subfolder)).catch(() => undefined)
  if (!names) {
    problems.push({ file: subfolder, line: 1, message: 'is missing: the folder must exist' })
    return []
  }
  const files = names.filter((name) => name.endsWith('.md')).sort()
  const sources: { source: SourceText; hash: string }[] = []
  for (let start = 0; start < files.length; start += CONCURRENCY) {
    const batch = files.slice(start, start + CONCURRENCY).map(async (name) => {
      const file = path.posix.join(subfolder, name)
      const text = await readText(folder, file, problems)
      return text === undefined
        ? []
        : [{ source: parseMarkdownFile(file, text), hash: hashOf(text) }]
    })
    sources.push(...(await Promise.all(batch)).flat())
  }
  problems.push(...sources.flatMap(({ source }) => source.problems))
  return sources.filter(({ source }) => source.problems.length === 0)
}

async function readText(
  folder: string,
  file: string,
  problems: ContentProblem[],
): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path.join(folder, file)))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const message = missing ? 'is missing' : 'cannot be read as UTF-8 text'
    problems.push({ file, line: 1, message })
    return undefined
  }
}

const exists = (folder: string, file: string) =>
  readFile(path.join(folder, file)).then(
    () => true,
    () => false,
  )

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
