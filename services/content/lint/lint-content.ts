import type { Locale } from '#shared/contracts/primitives.ts'
import { checkTree } from '../folder/check-tree.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type PartialTree, readTree } from '../folder/read-content.ts'
import { checkArticles, type Surroundings, surroundingsOf } from './check-content.ts'
import { checkInfoPages } from './check-info-pages.ts'
import { remarksOnAds } from './remarks-on-ads.ts'
import { remarksOnTree } from './remarks-on-tree.ts'

export interface LintResult {
  locale: Locale
  /** The number of article files. */
  articles: number
  problems: ContentProblem[]
}

export type LintOptions = Partial<Pick<Surroundings, 'defaultEntities'>>

/** All problems of a content folder, errors and remarks alike. */
export async function lintContent(
  folder: string,
  locale: Locale,
  now: Date,
  options: LintOptions = {},
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
  options: LintOptions = {},
): Promise<ContentProblem[]> {
  const surroundings = surroundingsOf(tree, options)
  const found = [
    ...checkTree(tree),
    ...(await checkInfoPages(tree, surroundings.addresses)),
    ...remarksOnTree(tree, surroundings.known),
    ...(tree.ads ? remarksOnAds(tree.ads) : []),
  ]
  const files = [...tree.articles, ...tree.strays]
  for await (const { problems, remarks } of checkArticles(tree, files, now, surroundings)) {
    found.push(...problems, ...remarks)
  }
  return found
}
