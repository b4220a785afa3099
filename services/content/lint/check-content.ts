import type { PagePath } from '#shared/contracts/primitives.ts'
import { inOrder, inParts } from '#shared/in-order.ts'
import { UTC } from '#shared/text/time-zone.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import { instantOf } from '../drafts/check-time.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, locateInArticle } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { GlossaryTerm } from '../glossary/glossary.ts'
import { type ArticleThreads, createArticleThreads } from './article-threads.ts'
import {
  type AloneChecked,
  aloneCheckerOf,
  aloneContextOf,
  type TextToStore,
} from './check-alone.ts'
import { reasonsAgainstSuccessor } from './check-successor.ts'
import { checkLinks } from './check-text.ts'
import { remarksOnArticle } from './remarks-on-article.ts'
import { knownTextsOf } from './search-texts.ts'
import { addressesOf } from './site-addresses.ts'

export interface ArticleToImport {
  file: ArticleFile
  article: CheckedArticle
  locate: (reasons: readonly CodedReason[]) => ContentProblem[]
  /** Only if terms were given. */
  linked?: TextToStore
}

/** Articles that were checked together, with their problems and remarks. */
export interface CheckedChunk {
  /** The number of their files. */
  files: number
  articles: ArticleToImport[]
  problems: ContentProblem[]
  remarks: ContentProblem[]
}

export interface CheckOptions {
  /** Where an article is now that was at a path before, as far as that is known. */
  movedFrom?: (path: PagePath) => Promise<PagePath | undefined>
  /** Once there are so many remarks, no more are looked for. */
  mostRemarks?: number
  /** Whether an article without entities gets the default ones instead of being an error. */
  defaultEntities?: boolean
  /** Whether search engines may list the site: then addresses that are examples are errors. */
  isListed?: boolean
}

/** What articles are compared with. It is built once for all of them. */
export type Surroundings = ReturnType<typeof surroundingsOf>

export const surroundingsOf = (tree: PartialTree, options: CheckOptions = {}) => ({
  addresses: addressesOf(tree, options.movedFrom),
  known: knownTextsOf(tree),
  ...options,
})

/** Articles that are checked and stored together. */
const ARTICLES_PER_CHUNK = 100
/** Chunks that are read and rendered at the same time, or wait to be stored. */
const CHUNKS_AHEAD = 4

export interface ArticleCheckOptions {
  /** As in `KnownFacts`. */
  allowsFormerFacts?: boolean
  threads?: ArticleThreads
  /** Whether nothing is stored: then texts come without HTML. */
  isOnlyChecked?: boolean
  /** All terms in force, if texts are to be linked to them. */
  terms?: readonly GlossaryTerm[]
}

/** Checks articles oldest first, which is the order in which lists take them. */
export async function* checkArticles(
  tree: PartialTree,
  files: readonly ArticleFile[],
  now: Date,
  surroundings = surroundingsOf(tree),
  options: ArticleCheckOptions = {},
): AsyncGenerator<CheckedChunk> {
  const { threads, terms, isOnlyChecked = false, allowsFormerFacts: allowsFormer = false } = options
  if (!threads) {
    await using own = createArticleThreads()
    yield* checkArticles(tree, files, now, surroundings, { ...options, threads: own })
    return
  }
  const alone = aloneContextOf(tree, now, surroundings.defaultEntities ?? false)
  const context = {
    ...alone,
    isOnlyChecked,
    ...(terms && { terms }),
    ...(alone.facts && { facts: { ...alone.facts, allowsFormer } }),
  }
  const checkGroup = threads.checkerOf(context, files.length)
  const among = createAmong(tree, now, surroundings)
  const ordered = oldestFirst(files, now, context.zone)
  const groups = inOrder(inParts(ordered, ARTICLES_PER_CHUNK), CHUNKS_AHEAD, async (part) => ({
    part,
    ...(await checkGroup(part, { wantsRemarks: !among.isEnough() })),
  }))
  for await (const { part, articles, problems } of groups) {
    const byName = new Map(part.map((file) => [file.file, file]))
    const chunk: CheckedChunk = { files: part.length, articles: [], problems, remarks: [] }
    for (const { file: name, place, linked, ...alone } of articles) {
      const file = byName.get(name)
      if (!file) throw new Error(`Nobody asked for ${name}`)
      const { article, reasons, remarks } = await among.check(file, alone)
      const locate = (some: readonly CodedReason[]) => locateInArticle(name, place, some)
      if (article) chunk.articles.push({ file, article, locate, ...(linked && { linked }) })
      chunk.problems.push(...locate(reasons))
      chunk.remarks.push(...locate(remarks))
    }
    yield chunk
  }
}

/** An article without a date is published now. */
function oldestFirst(files: readonly ArticleFile[], now: Date, zone = UTC): ArticleFile[] {
  const dated = files.map((file) => ({
    file,
    at: (file.publishedAt && instantOf(file.publishedAt, zone)) ?? now.toISOString(),
  }))
  return dated
    .sort((a, b) => compare(a.at, b.at) || compare(a.file.slug, b.file.slug))
    .map(({ file }) => file)
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

type NamedFile = Pick<ArticleFile, 'file' | 'slug'>

/** Checks what takes the rest of the site to know. It remembers the number of remarks so far. */
function createAmong(
  { locale }: PartialTree,
  now: Date,
  { addresses, known, mostRemarks = Infinity }: Surroundings,
) {
  let remarked = 0
  const isEnough = () => remarked >= mostRemarks
  return {
    isEnough,
    async check({ file, slug }: NamedFile, { draft, outcome, reasons: own }: AloneChecked) {
      const { outline } = outcome.rendered
      const from = articlePath(slug)
      const { expiresTo: to } = 'article' in outcome ? outcome.article : { expiresTo: null }
      const leading =
        to === null ? [] : await reasonsAgainstSuccessor('/expiresTo', { to, from }, addresses)
      const reasons = [...own, ...leading, ...(await checkLinks(outline, from, addresses))]
      const remarks = isEnough()
        ? []
        : remarksOnArticle(file, draft, outcome, { locale, now, known })
      remarked += remarks.length
      const article = 'article' in outcome && reasons.length === 0 ? outcome.article : undefined
      return { article, reasons, remarks }
    },
  }
}

/** Returns a function that checks one article, whose text may have been rendered before. */
export function checkerOf(tree: PartialTree, now: Date, surroundings: Surroundings) {
  const check = aloneCheckerOf(aloneContextOf(tree, now, surroundings.defaultEntities ?? false))
  const among = createAmong(tree, now, surroundings)
  return (source: { file: NamedFile; draft: Record<string, unknown> }) =>
    among.check(source.file, check(source.draft, source.file.slug))
}
