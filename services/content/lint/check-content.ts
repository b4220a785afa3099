import { articlePath } from '../addresses/article-path.ts'
import { type CheckedArticle, checkArticle, textsOf } from '../drafts/check-article.ts'
import { withDefaultEntities } from '../drafts/entities.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, type ArticleSource, readArticles } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import { createTextRenderer } from '../parsing/render-in-threads.ts'
import { checkText } from './check-text.ts'
import { remarksOnArticle } from './remarks-on-article.ts'
import { knownTextsOf } from './search-texts.ts'
import { addressesOf } from './site-addresses.ts'

export interface ArticleToImport {
  file: ArticleFile
  article: CheckedArticle
}

/** Articles that were checked together, with their problems and remarks. */
export interface CheckedChunk {
  articles: ArticleToImport[]
  problems: ContentProblem[]
  remarks: ContentProblem[]
}

export interface CheckOptions {
  /** Once there are so many remarks, no more are looked for. */
  mostRemarks?: number
  /** Whether an article without entities gets the default ones instead of being an error. */
  defaultEntities?: boolean
}

/** What articles are compared with. It is built once for all of them. */
export type Surroundings = ReturnType<typeof surroundingsOf>

export const surroundingsOf = (tree: PartialTree, options: CheckOptions = {}) => ({
  addresses: addressesOf(tree),
  known: knownTextsOf(tree),
  ...options,
})

/** Articles that are checked together; those that come next are read and rendered meanwhile. */
const CHUNK = 200
/** Starting threads takes as long as rendering some hundred texts. */
const WORTH_THREADS = 500

/** Checks articles oldest first, which is the order in which lists take them. */
export async function* checkArticles(
  tree: PartialTree,
  files: readonly ArticleFile[],
  now: Date,
  surroundings = surroundingsOf(tree),
): AsyncGenerator<CheckedChunk> {
  const check = checkerOf(tree, now, surroundings)
  const ordered = files.toSorted(
    (a, b) =>
      (a.publishedAt ?? '').localeCompare(b.publishedAt ?? '') || a.slug.localeCompare(b.slug),
  )
  await using threads = ordered.length >= WORTH_THREADS ? createTextRenderer() : undefined

  async function read(start: number) {
    const problems: ContentProblem[] = []
    const part = ordered.slice(start, start + CHUNK)
    const sources: ArticleSource[] = []
    for await (const source of readArticles(tree.folder, part, problems)) sources.push(source)
    const texts = sources.map(({ draft }) => textsOf(draft))
    return { problems, sources, rendered: await threads?.render(texts, tree.locale) }
  }

  let reading = read(0)
  for (let start = 0; start < ordered.length; start += CHUNK) {
    const { problems, sources, rendered } = await reading
    reading = read(start + CHUNK)
    // Whoever stops early does not wait for what comes next.
    reading.catch(() => {})
    const chunk: CheckedChunk = { articles: [], problems, remarks: [] }
    for (const [at, source] of sources.entries()) {
      const known = rendered?.[at]
      const { article, reasons, remarks } = await check(source, known && (() => known))
      if (article) chunk.articles.push({ file: source.file, article })
      chunk.problems.push(...source.locate(reasons))
      chunk.remarks.push(...source.locate(remarks))
    }
    yield chunk
  }
}

type CheckedSource = Pick<ArticleSource, 'draft'> & { file: Pick<ArticleFile, 'file' | 'slug'> }

/**
 * Returns a function that checks one article, whose text may have been rendered before. It remembers
 * the number of remarks so far.
 */
export function checkerOf(tree: PartialTree, now: Date, surroundings: Surroundings) {
  const { addresses, known, mostRemarks = Infinity, defaultEntities } = surroundings
  const { authors, categories, site, locale } = tree
  const tagline = site?.value.locales[locale]?.tagline ?? ''
  const vocabulary = buildVocabulary(authors?.value ?? [], categories?.value ?? [], tagline, locale)
  /** While the file of authors or categories cannot be read, do not report unknown ones. */
  const canBeTold = ({ code }: CodedReason) =>
    !(code === 'E-UNKNOWN-AUTHOR' && !authors) &&
    !((code === 'E-UNKNOWN-CAT' || code === 'E-UNKNOWN-SUB') && !categories)

  let remarked = 0
  return async ({ file, draft: written }: CheckedSource, render?: MarkdownRenderer) => {
    const draft = defaultEntities ? withDefaultEntities(written, vocabulary.categories) : written
    const path = articlePath(file.slug)
    const checked = checkArticle(draft, vocabulary, now, path, render)
    const body = typeof draft.body === 'string' ? draft.body : ''
    const reasons = [
      ...('reasons' in checked ? checked.reasons.filter(canBeTold) : []),
      ...(await checkText(body, checked.rendered.outline, path, addresses)),
    ]
    const remarks =
      remarked < mostRemarks
        ? remarksOnArticle(file.file, draft, checked, { locale, now, known })
        : []
    remarked += remarks.length
    const article = 'article' in checked && reasons.length === 0 ? checked.article : undefined
    return { article, reasons, remarks }
  }
}
