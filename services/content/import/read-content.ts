import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { AdsDocument } from '../ads/ads-document.ts'
import { reasonsAgainstCount } from '../ads/group-ads.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import {
  AuthorsFile,
  CategoriesFile,
  InfoFrontMatter,
  PageSeoFile,
  SiteFile,
} from './content-files.ts'
import { ContentError, type ContentProblem } from './content-problem.ts'
import { type ArticleFile, listArticles } from './read-articles.ts'
import { listMarkdown, readText, readTexts } from './read-text.ts'
import { parseJsonFile, parseMarkdownFile, parseYamlFile, type SourceText } from './source-text.ts'

/** A file of the folder as it was read: its shape is right, its references are not looked at. */
export interface ContentFile<T> {
  file: string
  /** SHA-256 of the bytes. */
  hash: string
  value: T
  locate: SourceText['locate']
}

export interface InfoSource extends Static<typeof InfoFrontMatter> {
  body: string
}

export interface ContentTree {
  folder: string
  site: ContentFile<Static<typeof SiteFile>>
  categories: ContentFile<Static<typeof CategoriesFile>>
  authors: ContentFile<Static<typeof AuthorsFile>>
  pageSeo: ContentFile<Static<typeof PageSeoFile>>
  info: ContentFile<InfoSource>[]
  articles: ArticleFile[]
  ads: ContentFile<Static<typeof AdsDocument>> | undefined
}

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
  const adFile = `ads/${locale}.json`
  const ads = (await exists(folder, adFile)) ? await yaml(adFile, AdsDocument) : undefined
  const info = await readInfo(folder, `info/${locale}`, problems)
  const articles = await listArticles(folder, `articles/${locale}`, problems)

  if (ads) problems.push(...ads.locate(reasonsAgainstCount(ads.value)))
  if (site && !(locale in site.value.locales)) {
    problems.push({ file: site.file, line: 1, message: `has no texts for ${locale} under locales` })
  }
  if (problems.length > 0 || !site || !categories || !authors || !pageSeo) {
    throw new ContentError(problems)
  }
  return { folder, site, categories, authors, pageSeo, info, articles, ads }
}

async function readYaml<T extends TSchema>(
  folder: string,
  file: string,
  schema: T,
  problems: ContentProblem[],
): Promise<ContentFile<Static<T>> | undefined> {
  const read = await readText(folder, file, problems)
  if (read === undefined) return undefined
  const parse = file.endsWith('.json') ? parseJsonFile : parseYamlFile
  const source = parse(file, read.text)
  problems.push(...source.problems)
  if (source.problems.length > 0) return undefined
  const reasons = [...reasonsAgainst(schema, source.value), ...reasonsAboutCharacters(source.value)]
  problems.push(...source.locate(reasons))
  return hasShape(schema, source.value) && reasons.length === 0
    ? { file, hash: read.hash, value: source.value, locate: source.locate }
    : undefined
}

async function readInfo(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<ContentFile<InfoSource>[]> {
  const pages: ContentFile<InfoSource>[] = []
  const names = await listMarkdown(folder, subfolder, problems)
  for await (const { file, text, hash } of readTexts(folder, names, problems)) {
    const source = parseMarkdownFile(file, text)
    problems.push(...source.problems)
    if (source.problems.length > 0) continue
    const { value, body, locate } = source
    const reasons = [
      ...reasonsAgainst(InfoFrontMatter, value),
      ...reasonsAboutCharacters(value),
      ...reasonsAboutCharacters(body, '/body'),
    ]
    problems.push(...locate(reasons))
    if (hasShape(InfoFrontMatter, value) && reasons.length === 0) {
      pages.push({ file, hash, value: { ...value, body }, locate })
    }
  }
  return pages
}

const exists = (folder: string, file: string) =>
  access(path.join(folder, file)).then(
    () => true,
    () => false,
  )
