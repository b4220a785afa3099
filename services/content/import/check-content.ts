import { articlePath } from '../articles/article-path.ts'
import { type CheckedArticle, checkArticle } from '../articles/check-article.ts'
import { withDefaultEntities } from '../articles/default-entities.ts'
import { buildVocabulary } from '../articles/vocabulary.ts'
import { checkText } from '../lint/check-text.ts'
import { remarksOnArticle } from '../lint/remarks-on-article.ts'
import type { CodedReason } from '../lint/rules.ts'
import { type KnownTexts, knownTextsOf } from '../lint/search-texts.ts'
import { addressesOf, type SiteAddresses } from '../lint/site-addresses.ts'
import type { ContentProblem } from './content-problem.ts'
import { type ArticleFile, type ArticleSource, readArticles } from './read-articles.ts'
import type { PartialTree } from './read-content.ts'

export interface ArticleToImport {
  file: ArticleFile
  article: CheckedArticle
}

/** Articles that were checked together, and what is to be said of them and of others among them. */
export interface CheckedChunk {
  articles: ArticleToImport[]
  problems: ContentProblem[]
  remarks: ContentProblem[]
}

/** What articles are compared with; made once for all of them. */
export interface Surroundings {
  addresses: SiteAddresses
  known: KnownTexts
  /** No more are looked for when there are so many. */
  mostRemarks: number
  /** Whether an article without entities is filed under the default ones, and no mistake. */
  defaultEntities: boolean
}

export const surroundingsOf = (
  tree: PartialTree,
  { mostRemarks = Infinity, defaultEntities = false }: Partial<Surroundings> = {},
): Surroundings => ({
  addresses: addressesOf(tree),
  known: knownTextsOf(tree),
  mostRemarks,
  defaultEntities,
})

/** Articles whose texts are in memory at once. */
const CHUNK = 200

/** Oldest first: the order in which lists take articles up. */
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
  for (let start = 0; start < ordered.length; start += CHUNK) {
    const chunk: CheckedChunk = { articles: [], problems: [], remarks: [] }
    const part = ordered.slice(start, start + CHUNK)
    for await (const source of readArticles(tree.folder, part, chunk.problems)) {
      const { article, reasons, remarks } = await check(source)
      if (article) chunk.articles.push({ file: source.file, article })
      chunk.problems.push(...source.locate(reasons))
      chunk.remarks.push(...source.locate(remarks))
    }
    yield chunk
  }
}

/** What is looked at of an article's file. */
type CheckedSource = Pick<ArticleSource, 'draft'> & {
  file: Pick<ArticleFile, 'file' | 'slug'>
}

/** Looks at one article after another. */
export function checkerOf(tree: PartialTree, now: Date, surroundings: Surroundings) {
  const { addresses, known, mostRemarks } = surroundings
  const { authors, categories, site, locale } = tree
  const tagline = site?.value.locales[locale]?.tagline ?? ''
  const vocabulary = buildVocabulary(authors?.value ?? [], categories?.value ?? [], tagline, locale)
  /** Nobody is unknown to a file that cannot be read. */
  const canBeTold = ({ code }: CodedReason) =>
    !(code === 'E-UNKNOWN-AUTHOR' && !authors) &&
    !((code === 'E-UNKNOWN-CAT' || code === 'E-UNKNOWN-SUB') && !categories)

  let remarked = 0
  return async ({ file, draft: written }: CheckedSource) => {
    const draft = surroundings.defaultEntities
      ? withDefaultEntities(written, vocabulary.categories)
      : written
    const path = articlePath(file.slug)
    const checked = checkArticle(draft, vocabulary, now, path)
    const body = typeof draft.body === 'string' ? draft.body : ''
    const reasons = [
      ...('reasons' in checked ? checked.reasons.filter(canBeTold) : []),
      ...(await checkText(body, checked.rendered.outline, path, addresses)),
    ]
    const isEnough = remarked >= mostRemarks
    const remarks = isEnough
      ? []
      : remarksOnArticle(file.file, draft, checked, { locale, now, known })
    remarked += remarks.length
    const article = 'article' in checked && reasons.length === 0 ? checked.article : undefined
    return { article, reasons, remarks }
  }
}
