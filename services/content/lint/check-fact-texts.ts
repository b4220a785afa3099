import { reasonsAgainstExpired, remarksOnFacts } from '../facts/check-fact-file.ts'
import { type KnownFacts, reasonsAgainstFacts } from '../facts/check-facts.ts'
import { mayShowFacts } from '../facts/fact-reference.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, readArticles } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { InfoSource, SiteFiles } from '../folder/read-site-files.ts'
import type { ContentFile } from '../folder/read-yaml.ts'
import { readMarkdown } from '../markdown/render-markdown.ts'
import { knownFactsOf } from './check-alone.ts'

type FactTree = Pick<SiteFiles, 'facts' | 'site' | 'locale'>

/** What is due in the file of facts. */
export function remarksOnFactFile(tree: FactTree, now: Date): ContentProblem[] {
  const known = knownFactsOf(tree, now)
  return tree.facts && known ? tree.facts.locate([...remarksOnFacts(known.facts, known.day)]) : []
}

/** The facts that have ended: errors of lint, and of nothing else. */
export function expiredFacts(tree: FactTree, now: Date): ContentProblem[] {
  const known = knownFactsOf(tree, now)
  return tree.facts && known
    ? tree.facts.locate([...reasonsAgainstExpired(known.facts, known.day)])
    : []
}

/** The wrong facts in these info pages. */
const checkInfoFacts = (
  pages: readonly ContentFile<InfoSource>[],
  { locale }: Pick<PartialTree, 'locale'>,
  known: KnownFacts,
): ContentProblem[] =>
  pages.flatMap(({ value: { body, title }, locate }) => {
    if (!mayShowFacts(body)) return []
    return locate(reasonsAgainstFacts(readMarkdown(body, title, locale).outline, known))
  })

interface TextsToCompare {
  /** Names of facts that differ from those imported last. */
  changed: ReadonlySet<string>
  isNew(file: Pick<ArticleFile, 'file' | 'hash'>): boolean
  known: KnownFacts
}

/**
 * Finds what changed facts make wrong in texts that have not changed. New articles are checked with
 * everything else, new info pages here.
 */
export async function checkOtherFacts(
  tree: Pick<PartialTree, 'articles' | 'info' | 'folder' | 'locale'>,
  { changed, isNew, known }: TextsToCompare,
): Promise<ContentProblem[]> {
  const isConcerned = (names: readonly string[]) => names.some((name) => changed.has(name))
  const pages = tree.info.filter((page) => isNew(page) || changed.size > 0)
  const problems = checkInfoFacts(pages, tree, known)
  const articles = tree.articles.filter((file) => !isNew(file) && isConcerned(file.facts ?? []))
  for await (const { draft, locate } of readArticles(tree.folder, articles, problems)) {
    const { outline } = readMarkdown(String(draft.body), '', tree.locale)
    problems.push(...locate(reasonsAgainstFacts(outline, known)))
  }
  return problems
}
