import type { Locale } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { type AdsDocument, groupAds } from '../ads/ads-document.ts'
import {
  type AdDrop,
  type AdParser,
  NEW_PATH_AD,
  parseAds,
  parseNewPathAd,
} from '../ads/parse-ads.ts'
import { reasonsAboutSources } from '../drafts/check-sources.ts'
import { escapePointer } from '../drafts/reasons-about-characters.ts'
import type { KnownFacts } from '../facts/check-facts.ts'
import { checkTree } from '../folder/check-tree.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, readArticles } from '../folder/read-articles.ts'
import { type ContentTree, type PartialTree, readTree } from '../folder/read-content.ts'
import type { InfoSource, SiteFiles } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { readMarkdown } from '../markdown/render-markdown.ts'
import { type ArticleThreads, createArticleThreads } from './article-threads.ts'
import { knownFactsOf } from './check-alone.ts'
import {
  type CheckOptions,
  checkArticles,
  type Surroundings,
  surroundingsOf,
} from './check-content.ts'
import { expiredFacts, remarksOnFactFile } from './check-fact-texts.ts'
import { textsBeforeTheirFile } from './check-first-day.ts'
import { reasonsAgainstGuides } from './check-guides.ts'
import { reasonsAgainstSuccessor } from './check-successor.ts'
import { checkLinks, checkText, type LinkTargets } from './check-text.ts'
import { textsOfLastYear } from './check-year.ts'
import { exampleAddressesIn } from './example-addresses.ts'
import { remarksOnText } from './remarks-on-text.ts'
import { remarksOnTree } from './search-texts.ts'

export type LintResult = Awaited<ReturnType<typeof lintContent>>

/** All problems of a content folder, errors and remarks alike. */
export async function lintContent(
  folder: string,
  locale: Locale,
  now: Date,
  options: CheckOptions = {},
) {
  await using threads = createArticleThreads()
  const { tree, problems } = await readTree(folder, locale, { summarise: threads.summarise })
  const { articles, strays, unread } = tree
  return {
    locale,
    /** The number of article files. */
    articles: articles.length + strays.length + unread.articles.length,
    problems: [
      ...problems,
      ...(await lintTree(tree, now, options, threads)),
      ...expiredFacts(tree, now),
      ...(await textsOfLastYear(tree, now)),
      ...(await textsBeforeTheirFile(tree)),
    ],
  }
}

/** The problems of a folder that were not found while reading it. */
export async function lintTree(
  tree: PartialTree,
  now: Date,
  options: CheckOptions = {},
  threads?: ArticleThreads,
): Promise<ContentProblem[]> {
  const surroundings = surroundingsOf(tree, options)
  const facts = knownFactsOf(tree, now)
  const found = [
    ...(await lintOtherFiles(tree, surroundings, facts)),
    ...remarksOnFactFile(tree, now),
    ...(tree.ads ? remarksOnAds(tree.ads) : []),
  ]
  const files = [...tree.articles, ...tree.strays]
  const checked = checkArticles(tree, files, now, surroundings, {
    isOnlyChecked: true,
    ...(threads && { threads }),
  })
  for await (const { problems, remarks } of checked) {
    found.push(...problems, ...remarks)
  }
  return found
}

/**
 * The problems of files that are neither articles nor ads, errors and remarks alike.
 *
 * @param facts what the info pages are compared with; an import compares them only where they or
 *   the facts have changed
 */
export async function lintOtherFiles(
  tree: PartialTree,
  { addresses, ...surroundings }: Surroundings,
  facts?: KnownFacts,
): Promise<ContentProblem[]> {
  const found = lintSiteFiles(tree, surroundings)
  const { guides } = tree
  if (guides) found.push(...guides.locate(await reasonsAgainstGuides(guides.value, addresses)))
  for (const page of tree.info) {
    found.push(...(await lintInfoPage(page, tree.locale, () => addresses, facts)))
  }
  return found
}

/** The same without the texts of info pages. */
export const lintSiteFiles = (
  files: SiteFiles,
  { known, isListed }: Pick<Surroundings, 'known' | 'isListed'>,
): ContentProblem[] => [
  ...checkTree(files),
  ...remarksOnTree(files, known),
  ...(isListed ? exampleAddressesIn(files) : []),
]

/** @param targetsOf what the links of its text may lead to */
export async function lintInfoPage(
  { value, locate }: ContentFile<InfoSource>,
  locale: Locale,
  targetsOf: (outline: Outline) => LinkTargets | Promise<LinkTargets>,
  facts?: KnownFacts,
): Promise<ContentProblem[]> {
  const rendered = readMarkdown(value.body, value.title, locale)
  const targets = await targetsOf(rendered.outline)
  const reasons = [
    ...reasonsAboutSources([], rendered.outline.sourceLinks),
    ...(await checkText(rendered, value.path, targets, facts)),
  ]
  return locate([...reasons, ...remarksOnText(rendered.outline, locale)])
}

/**
 * Finds links broken by changes of other files. Only texts that seem to link to a missing page, or
 * to a heading of a changed page, are read again.
 */
export async function checkOtherLinks(
  tree: ContentTree,
  isNew: (file: Pick<ArticleFile, 'file' | 'hash'>) => boolean,
  { addresses }: Surroundings,
): Promise<ContentProblem[]> {
  const changed = new Set([
    ...tree.articles.filter(isNew).map(({ slug }) => articlePath(slug)),
    ...tree.info.filter(isNew).map(({ value }) => value.path),
  ])
  const isSuspect = (target: string) => {
    const [path = '', fragment] = target.split('#', 2)
    return addresses.has(path) === false || (fragment !== '' && changed.has(path))
  }
  const suspects = tree.articles.filter(
    (file) => !isNew(file) && file.targets.length > 0 && file.targets.some(isSuspect),
  )
  const problems: ContentProblem[] = []
  for await (const { file, draft, locate } of readArticles(tree.folder, suspects, problems)) {
    const { outline } = readMarkdown(String(draft.body), '', tree.locale)
    const from = articlePath(file.slug)
    const leading =
      file.expiresTo === undefined
        ? []
        : await reasonsAgainstSuccessor('/expiresTo', { to: file.expiresTo, from }, addresses)
    problems.push(...locate([...leading, ...(await checkLinks(outline, from, addresses))]))
  }
  return problems
}

/**
 * Which ads are not shown, and in which line they are. No reason to refuse the file, whose author
 * is the ad system.
 */
export function remarksOnAds(
  { value: { sapeData }, locate }: ContentFile<AdsDocument>,
  parse?: AdParser,
): ContentProblem[] {
  const remark = (field: string, { reason, detail }: AdDrop) =>
    locate([{ field, code: 'W-AD', message: `is not shown in full: ${reason} ${detail}`.trim() }])

  const ofPaths = [...groupAds(sapeData.sapeLinks)].flatMap(([path, group]) => {
    const strings = group.map(({ html }) => html)
    return parseAds(path, strings, parse).drops.flatMap((drop) => {
      const { key = path, index = 0 } = group[drop.entry] ?? {}
      return remark(`/sapeData/sapeLinks/${escapePointer(key)}/${index}`, drop)
    })
  })
  const { drops } = parseNewPathAd(sapeData.sapeNewUrl ?? '', parse)
  return [...ofPaths, ...drops.flatMap((drop) => remark(`/sapeData/${NEW_PATH_AD}`, drop))]
}
