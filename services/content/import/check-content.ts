import { type CheckedArticle, checkArticle } from '../articles/check-article.ts'
import { buildVocabulary } from '../articles/vocabulary.ts'
import { reasonsAgainstAddresses } from '../site/sister-sites.ts'
import { ContentError, type ContentProblem } from './content-problem.ts'
import { type ArticleFile, readArticles } from './read-articles.ts'
import type { ContentTree } from './read-content.ts'
import { RESERVED, RESERVED_BELOW, ROUTED } from './reserved-addresses.ts'

export interface ArticleToImport {
  file: ArticleFile
  article: CheckedArticle
}

/** Articles that were checked together, and what is wrong with others among them. */
export interface CheckedChunk {
  articles: ArticleToImport[]
  problems: ContentProblem[]
}

/** Articles whose texts are in memory at once. */
const CHUNK = 200

/** Looks at everything that files say about each other, the articles included. */
export async function checkContent(tree: ContentTree, now: Date): Promise<void> {
  const problems = checkTree(tree)
  for await (const chunk of checkArticles(tree, tree.articles, now)) {
    problems.push(...chunk.problems)
  }
  if (problems.length > 0) throw new ContentError(problems)
}

/** @returns what is wrong with the files that are not articles */
export const checkTree = (tree: ContentTree): ContentProblem[] => [
  ...addressProblems(tree),
  ...categoryProblems(tree),
  ...duplicateAuthors(tree),
  ...infoProblems(tree),
]

/** Oldest first: the order in which lists take articles up. */
export async function* checkArticles(
  tree: ContentTree,
  files: readonly ArticleFile[],
  now: Date,
): AsyncGenerator<CheckedChunk> {
  const vocabulary = buildVocabulary(tree.authors.value, tree.categories.value)
  const ordered = files.toSorted(
    (a, b) =>
      (a.publishedAt ?? '').localeCompare(b.publishedAt ?? '') || a.slug.localeCompare(b.slug),
  )
  for (let start = 0; start < ordered.length; start += CHUNK) {
    const articles: ArticleToImport[] = []
    const problems: ContentProblem[] = []
    const sources = readArticles(tree.folder, ordered.slice(start, start + CHUNK), problems)
    for await (const { file, draft, locate } of sources) {
      const checked = checkArticle(draft, vocabulary, now)
      if ('article' in checked) articles.push({ file, article: checked.article })
      else problems.push(...locate(checked.reasons))
    }
    yield { articles, problems }
  }
}

function addressProblems({ site }: ContentTree): ContentProblem[] {
  return site.locate(reasonsAgainstAddresses(site.value.locales))
}

function categoryProblems({ categories }: ContentTree): ContentProblem[] {
  const seen = new Set<string>()
  return categories.value.flatMap(({ slug, fallback, children }, index) => {
    const reasons = []
    if (RESERVED.has(slug)) {
      reasons.push({ field: `/${index}/slug`, message: `"${slug}" is an address of its own` })
    }
    if (seen.has(slug)) {
      reasons.push({ field: `/${index}/slug`, message: `"${slug}" stands here twice` })
    }
    seen.add(slug)
    if (!children.some((child) => child.slug === fallback)) {
      const message = `"${fallback}" is none of the subcategories of ${slug}`
      reasons.push({ field: `/${index}/fallback`, message })
    }
    const own = new Set<string>()
    children.forEach((child, place) => {
      if (own.has(child.slug)) {
        const message = `"${child.slug}" stands twice under ${slug}`
        reasons.push({ field: `/${index}/children/${place}/slug`, message })
      }
      own.add(child.slug)
      if (RESERVED_BELOW.has(child.slug)) {
        const message = `"${child.slug}" is an address of its own`
        reasons.push({ field: `/${index}/children/${place}/slug`, message })
      }
    })
    return categories.locate(reasons)
  })
}

/** Every info page has an address of its own, and its title and description among the named pages. */
function infoProblems({ info, pageSeo, categories }: ContentTree): ContentProblem[] {
  const seen = new Set<string>()
  return info.flatMap(({ value: { slug, path }, locate }) => {
    const reasons = []
    if (!(slug in pageSeo.value)) {
      const message = `"${slug}" has no title and description in ${pageSeo.file}`
      reasons.push({ field: '/slug', message })
    }
    const [, first = ''] = path.split('/')
    if (ROUTED.has(first) || categories.value.some((category) => category.slug === first)) {
      reasons.push({ field: '/path', message: `"${path}" is the address of another page` })
    }
    for (const [field, value] of Object.entries({ slug, path })) {
      if (seen.has(value)) {
        reasons.push({ field: `/${field}`, message: `"${value}" is that of another info page too` })
      }
      seen.add(value)
    }
    return locate(reasons)
  })
}

function duplicateAuthors({ authors }: ContentTree): ContentProblem[] {
  const seen = new Set<string>()
  return authors.value.flatMap(({ name, slug }, index) => {
    const reasons = [
      { field: `/${index}/name`, value: name },
      { field: `/${index}/slug`, value: slug },
    ].filter(({ value }) => seen.has(value))
    seen.add(name).add(slug)
    return authors.locate(
      reasons.map(({ field, value }) => ({ field, message: `"${value}" stands here twice` })),
    )
  })
}
