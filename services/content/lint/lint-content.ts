import type { Locale } from '#shared/contracts/primitives.ts'
import { checkTree } from '../folder/check-tree.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type PartialTree, readTree } from '../folder/read-content.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import {
  type CheckOptions,
  checkArticles,
  type Surroundings,
  surroundingsOf,
} from './check-content.ts'
import { checkText } from './check-text.ts'
import { remarksOnAds } from './remarks-on-ads.ts'
import { remarksOnText } from './remarks-on-text.ts'
import { remarksOnTree } from './search-texts.ts'

export interface LintResult {
  locale: Locale
  /** The number of article files. */
  articles: number
  problems: ContentProblem[]
}

/** All problems of a content folder, errors and remarks alike. */
export async function lintContent(
  folder: string,
  locale: Locale,
  now: Date,
  options: CheckOptions = {},
): Promise<LintResult> {
  const { tree, problems } = await readTree(folder, locale)
  const { articles, strays, unread } = tree
  return {
    locale,
    articles: articles.length + strays.length + unread.articles.length,
    problems: [...problems, ...(await lintTree(tree, now, options))],
  }
}

/** The problems of a folder that were not found while reading it. */
export async function lintTree(
  tree: PartialTree,
  now: Date,
  options: CheckOptions = {},
): Promise<ContentProblem[]> {
  const surroundings = surroundingsOf(tree, options)
  const found = [
    ...(await lintOtherFiles(tree, surroundings)),
    ...(tree.ads ? remarksOnAds(tree.ads) : []),
  ]
  const files = [...tree.articles, ...tree.strays]
  for await (const { problems, remarks } of checkArticles(tree, files, now, surroundings)) {
    found.push(...problems, ...remarks)
  }
  return found
}

/** The problems of files that are neither articles nor ads, errors and remarks alike. */
export async function lintOtherFiles(
  tree: PartialTree,
  { addresses, known }: Surroundings,
): Promise<ContentProblem[]> {
  const found = [...checkTree(tree), ...remarksOnTree(tree, known)]
  for (const { value, locate } of tree.info) {
    const { outline } = renderMarkdown(value.body, value.title, tree.locale)
    const reasons = await checkText(value.body, outline, value.path, addresses)
    found.push(...locate([...reasons, ...remarksOnText(outline, tree.locale)]))
  }
  return found
}
