import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { type Fact, Facts } from '#shared/contracts/fact.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { titleCase } from '#shared/text/title-case.ts'
import { AdsDocument, reasonsAgainstCount } from '../ads/ads-document.ts'
import { reasonsAboutCharacters } from '../drafts/reasons-about-characters.ts'
import { reasonsAboutMarkup } from '../drafts/reasons-about-markup.ts'
import { reasonsAgainstFactFile } from '../facts/check-fact-file.ts'
import {
  AuthorsFile,
  CategoriesFile,
  InfoFrontMatter,
  PageSeoFile,
  SiteFile,
} from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import { listArticles, type Summariser } from './read-articles.ts'
import { readPictures } from './read-pictures.ts'
import { readPortraits } from './read-portraits.ts'
import { isThere, listMarkdown, readTexts } from './read-text.ts'
import { type ContentFile, readYaml, type YamlPlace } from './read-yaml.ts'
import { parseMarkdownFile } from './source-text.ts'

export type Categories = ReturnType<typeof fillTitles>

export interface InfoSource extends Static<typeof InfoFrontMatter> {
  body: string
}

/** The part of the folder for one locale that could be read. */
export type PartialTree = Awaited<ReturnType<typeof readTree>>['tree']

/** What an import cannot do without. */
const NEEDED = ['site', 'categories', 'authors', 'pageSeo', 'facts'] as const

/** A folder whose required files could all be read. */
export type ContentTree = PartialTree & {
  [File in (typeof NEEDED)[number]]: NonNullable<PartialTree[File]>
}

/**
 * Reads the part of the content folder for one locale, as far as it can be read.
 *
 * @param options.summarise reads files of articles, in threads for instance
 * @param options.samples a folder with ads that are used where the content folder has none
 * @returns the tree, and the problems that can be found in each file without knowing the others
 */
export async function readTree(
  folder: string,
  locale: Locale,
  { summarise, samples }: { summarise?: Summariser; samples?: string | undefined } = {},
) {
  const problems: ContentProblem[] = []
  const yaml = <T extends TSchema>(file: string, schema: T) =>
    readYaml({ folder, file, problems }, schema, (value) => [...reasonsAboutMarkup(value)])

  const site = await yaml('site.yaml', SiteFile)
  const listed = await yaml(`categories/${locale}.yaml`, CategoriesFile)
  const categories = listed && { ...listed, value: fillTitles(listed.value) }
  const authors = await yaml(`authors/${locale}.yaml`, AuthorsFile)
  const portraits = authors ? await readPortraits(folder, authors, problems) : []
  const { pictures, rasters, unread: unreadPictures } = await readPictures(folder, problems)
  const pageSeo = await yaml(`page-seo/${locale}.yaml`, PageSeoFile)
  const facts = await readFacts({ folder, file: `facts/${locale}.yaml`, problems })
  const adFile = `ads/${locale}.json`
  const adFolder = (await isThere(folder, adFile)) ? folder : samples
  const ads =
    adFolder !== undefined && (await isThere(adFolder, adFile))
      ? await readYaml({ folder: adFolder, file: adFile, problems }, AdsDocument)
      : undefined
  const info = await readInfo(folder, `info/${locale}`, problems)
  const folderOfArticles = `articles/${locale}`
  const { articles, strays, unread } = await listArticles(
    folder,
    folderOfArticles,
    problems,
    summarise,
  )

  if (ads) problems.push(...ads.locate(reasonsAgainstCount(ads.value)))
  if (site && !(locale in site.value.locales)) {
    const message = `has no texts for ${locale} under locales`
    problems.push({ file: site.file, line: 1, code: 'E-SCHEMA', message })
  }
  const tree = {
    folder,
    locale,
    site,
    categories,
    authors,
    portraits,
    /** Drawings that texts may show. */
    pictures,
    /** Photographs and screenshots that they may show. */
    rasters,
    pageSeo,
    /** Empty where there is no such file. */
    facts,
    info: info.pages,
    ads,
    /** Articles with a valid slug of their own, and those without. */
    articles,
    strays,
    /** Names of files that cannot be read. */
    unread: { articles: unread, info: info.unread, pictures: unreadPictures },
  }
  return { tree, problems }
}

export function isWhole(tree: PartialTree): tree is ContentTree {
  return NEEDED.every((file) => tree[file] !== undefined)
}

/** Stands for a file that is not there, and is as good as an empty one. */
const NO_FACTS = { hash: '', value: [], locate: () => [] }

const readFacts = async (place: YamlPlace): Promise<ContentFile<Fact[]> | undefined> =>
  (await isThere(place.folder, place.file))
    ? readYaml(place, Facts, (facts) => [
        ...reasonsAgainstFactFile(facts),
        ...reasonsAboutMarkup(facts),
      ])
    : { file: place.file, ...NO_FACTS }

async function readInfo(folder: string, subfolder: string, problems: ContentProblem[]) {
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
      ...reasonsAboutMarkup(value),
      ...reasonsAboutCharacters(body, '/body'),
    ]
    problems.push(...locate(reasons))
    if (hasShape(InfoFrontMatter, value) && reasons.length === 0) {
      pages.push({ file, hash, value: { ...value, body }, locate })
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
