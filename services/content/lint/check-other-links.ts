import { articlePath } from '../addresses/article-path.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, readArticles } from '../folder/read-articles.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { checkLinks } from './check-text.ts'
import type { SiteAddresses } from './site-addresses.ts'

/**
 * Finds links broken by changes of other files. Only texts that seem to link to a missing page, or
 * to a heading of a changed page, are read again.
 */
export async function checkOtherLinks(
  tree: ContentTree,
  isNew: (file: Pick<ArticleFile, 'file' | 'hash'>) => boolean,
  addresses: SiteAddresses,
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
    const { outline } = renderMarkdown(String(draft.body), '', tree.locale)
    problems.push(...locate(await checkLinks(outline, articlePath(file.slug), addresses)))
  }
  return problems
}
