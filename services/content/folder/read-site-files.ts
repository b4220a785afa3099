import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Fact } from '#shared/contracts/fact.ts'
import { type Guide, Guides } from '#shared/contracts/guide.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { titleCase } from '#shared/text/title-case.ts'
import { AdsDocument, reasonsAgainstCount } from '../ads/ads-document.ts'
import {
  reasonsAboutCharacters,
  reasonsAgainstKeeping,
} from '../drafts/reasons-about-characters.ts'
import { reasonsAboutMarkup } from '../drafts/reasons-about-markup.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { adsFile } from '../editions/site-files.ts'
import { reasonsAgainstFactFile } from '../facts/check-fact-file.ts'
import { FactFile } from '../facts/fact-file.ts'
import {
  AuthorsFile,
  CategoriesFile,
  InfoFrontMatter,
  PageSeoFile,
  SiteFile,
} from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import { type TextSource, textsIn } from './read-text.ts'
import { type ContentFile, readYaml, type YamlPlace } from './read-yaml.ts'
import { parseMarkdownFile } from './source-text.ts'

export type Categories = ReturnType<typeof fillTitles>

export interface InfoSource extends Static<typeof InfoFrontMatter> {
  body: string
}

/** The files of a site that could be read. */
export type SiteFiles = Awaited<ReturnType<typeof readSiteFiles>>['files']

/** What a site cannot do without. */
const NEEDED = ['site', 'categories', 'authors', 'pageSeo', 'facts', 'guides'] as const

/** Those files where everything needed could be read. */
export type WholeSite<Files extends SiteFiles = SiteFiles> = Files & {
  [File in (typeof NEEDED)[number]]: NonNullable<SiteFiles[File]>
}

export function isWhole<Files extends SiteFiles>(files: Files): files is WholeSite<Files> {
  return NEEDED.every((file) => files[file] !== undefined)
}

/** Those that are there. */
export const listSiteFiles = ({
  site,
  categories,
  authors,
  pageSeo,
  facts,
  guides,
  info,
  ads,
}: SiteFiles): ContentFile<unknown>[] =>
  [site, categories, authors, pageSeo, facts, guides, ads, ...info].flatMap((file) =>
    file === undefined || isLeftOut(file) ? [] : file,
  )

/**
 * Reads the files of a site that are neither articles nor pictures, as far as they can be read.
 *
 * @param samples a folder with ads that are used where there are no others
 * @returns them, and the problems that can be found in each without knowing the others
 */
export async function readSiteFiles(texts: TextSource, locale: Locale, samples?: string) {
  const problems: ContentProblem[] = []
  const yaml = <T extends TSchema>(file: string, schema: T) =>
    readYaml({ texts, file, problems }, schema, (value) => [...reasonsAboutMarkup(value)])

  const site = await yaml('site.yaml', SiteFile)
  const listed = await yaml(`categories/${locale}.yaml`, CategoriesFile)
  const categories = listed && { ...listed, value: fillTitles(listed.value) }
  const authors = await yaml(`authors/${locale}.yaml`, AuthorsFile)
  const pageSeo = await yaml(`page-seo/${locale}.yaml`, PageSeoFile)
  const facts = await readFacts({ texts, file: `facts/${locale}.yaml`, problems }, locale)
  const guides = await readGuides({ texts, file: `guides/${locale}.yaml`, problems })
  const ads = await readAds({ texts, file: adsFile(locale), problems }, samples)
  const info = await readInfo(texts, `info/${locale}`, problems)
  if (site && !(locale in site.value.locales)) {
    const message = `has no texts for ${locale} under locales`
    problems.push({ file: site.file, line: 1, code: 'E-SCHEMA', message })
  }
  const files = {
    locale,
    site,
    categories,
    authors,
    pageSeo,
    /** Empty where there is no such file, as guides are. */
    facts,
    guides,
    info: info.pages,
    /** Names of info pages that cannot be read. */
    unreadInfo: info.unread,
    ads,
  }
  return { files, problems }
}

async function readAds(place: YamlPlace, samples: string | undefined) {
  const { file, problems } = place
  const isOwn = await place.texts.has(file)
  const texts = isOwn || samples === undefined ? place.texts : textsIn(samples)
  if (!(await texts.has(file))) return undefined
  const ads = await readYaml({ ...place, texts }, AdsDocument)
  if (ads) problems.push(...ads.locate(reasonsAgainstCount(ads.value)))
  return ads && { ...ads, isSample: !isOwn }
}

/** Stands for a file that is not there, and is as good as an empty one. */
const NO_FILE = { text: '', hash: '', value: [], locate: () => [] }

/** Whether a file only stands for one that is not there. */
const isLeftOut = ({ hash }: ContentFile<unknown>) => hash === NO_FILE.hash

/** Reads a file that a site can do without. */
const readOptional = async <T extends TSchema>(
  place: YamlPlace,
  schema: T,
  check: (value: Static<T>) => CodedReason[],
) =>
  (await place.texts.has(place.file))
    ? readYaml(place, schema, check)
    : { file: place.file, ...NO_FILE }

/** Where a fact's values come from stays in the file, and so reaches no page. */
async function readFacts(
  place: YamlPlace,
  locale: Locale,
): Promise<ContentFile<Fact[]> | undefined> {
  const read = await readOptional(place, FactFile, (facts) => [
    ...reasonsAgainstFactFile(facts, locale),
    ...reasonsAboutMarkup(facts),
  ])
  return read && { ...read, value: read.value.map(({ fetch: _, ...fact }) => fact) }
}

const readGuides = (place: YamlPlace): Promise<ContentFile<Guide[]> | undefined> =>
  readOptional(place, Guides, (guides) => [...reasonsAboutMarkup(guides)])

async function readInfo(texts: TextSource, subfolder: string, problems: ContentProblem[]) {
  const pages: ContentFile<InfoSource>[] = []
  const names = await texts.list(subfolder, problems)
  for (const name of names) {
    const read = await texts.read(name, problems)
    if (!read) continue
    const { file, text } = read
    const source = parseMarkdownFile(file, text)
    problems.push(...source.problems)
    if (source.problems.length > 0) continue
    const { value, body, locate } = source
    const reasons = [
      ...reasonsAgainst(InfoFrontMatter, value),
      ...reasonsAboutCharacters(value),
      ...reasonsAgainstKeeping(source.yaml),
      ...reasonsAboutMarkup(value),
      ...reasonsAboutCharacters(body, '/body'),
    ]
    problems.push(...locate(reasons))
    if (hasShape(InfoFrontMatter, value) && reasons.length === 0) {
      pages.push({ ...read, value: { ...value, body }, locate })
    }
  }
  const read = new Set(pages.map(({ file }) => file))
  return { pages, unread: names.filter((name) => !read.has(name)) }
}

/**
 * Gives categories and subcategories without a title one made from the slug, with words such as
 * DeFi and NFT in their usual spelling.
 */
export const fillTitles = (categories: Static<typeof CategoriesFile>) =>
  categories.map((category) => ({
    ...titled(category),
    children: category.children.map(titled),
  }))

const titled = <T extends { slug: string; title?: string }>(entry: T) => ({
  ...entry,
  title: entry.title ?? titleCase(entry.slug),
})
