import type { ArticlePage, Source } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { harmlessMarkdown } from './harmless-markdown.ts'

export const MARKDOWN_TYPE = 'text/markdown'
/** The name of the body in an article's entry. */
export const MARKDOWN_BODY = 'markdown'

const ENDING = '.md'
const MARKDOWN_ADDRESS = /^\/(?:(?:articles|terms)\/[a-z0-9-]{1,120}|facts|tools|corrections)\.md$/

/** The address of an article, or of a list of figures, in Markdown. */
export const markdownPath = (page: PagePath): string => page + ENDING

/** The page whose Markdown can be at this address. */
export const pathAtMarkdownAddress = (address: string): PagePath | undefined =>
  MARKDOWN_ADDRESS.test(address) ? address.slice(0, -ENDING.length) : undefined

/** Where a page that has moved leads in Markdown: to the new page itself, if that has no Markdown. */
export function movedMarkdown(path: PagePath): string {
  const address = markdownPath(path)
  return MARKDOWN_ADDRESS.test(address) ? address : path
}

export interface ArticleMarkdown {
  page: ArticlePage
  /** The article's text as the author wrote it. */
  markdown: string
  shell: Pick<Shell, 'site'>
  /** Without a slash at its end. */
  siteUrl: string
}

/**
 * An article for programs that read Markdown: front matter with the field names that editors write,
 * then title and text. It adds no words of its own, so it needs no translation.
 */
export function renderArticleMarkdown({ page, markdown, shell, siteUrl }: ArticleMarkdown): string {
  const { article, author, breadcrumb, path } = page
  const facts = {
    title: article.title,
    description: article.description,
    url: siteUrl + path,
    language: languageTag(shell.site.locale),
    site: shell.site.title,
    author: author.title,
    authorUrl: siteUrl + author.path,
    section: breadcrumb.map(({ title }) => title),
    publishedAt: article.publishedAt,
    updatedAt: article.updatedAt,
    provenance: article.provenance,
    answeredBy: article.answeredBy ?? article.office,
    reviewedBy: article.reviewedBy,
    reviewedAt: article.reviewedAt,
    checkedAt: article.checkedAt,
    validFor: article.validFor,
    answer: article.answer,
    changes: article.changes ?? [],
    corrections: article.corrections ?? [],
    takeaways: article.takeaways,
    sources: article.sources,
  }
  return `${frontMatter(facts)}
# ${escapeMarkdown(article.title)}

${withWholeAddresses(harmlessMarkdown(withSourceAddresses(markdown, article.sources)), siteUrl)}
`
}

/** Lets a plain text be read as it is. */
export const escapeMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>#])/g, '\\$1')

export const frontMatter = (facts: Readonly<Record<string, unknown>>): string =>
  `---\n${Object.entries(facts).flatMap(factLines).join('\n')}\n---\n`

/** Lines of YAML. Values are written as JSON, which is valid YAML and unambiguous. */
function factLines([name, value]: [string, unknown]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`${name}: ${JSON.stringify(value)}`]
  if (value.length === 0) return []
  return [`${name}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)]
}

const SOURCE_LINK = /\]\(source:([a-z0-9-]+)\)/g

/** A link to a source leads to what it is: the list below the page's text is not there. */
const withSourceAddresses = (markdown: string, sources: readonly Source[]) =>
  markdown.replace(SOURCE_LINK, (link, key: string) => {
    const source = sources.find((one) => one.key === key)
    return source ? `](<${source.url}>)` : link
  })

/** The start of a link or link definition that leads to a path of this site. */
const OWN_LINK = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?)(?=\/(?!\/))/gm

/** Relative links would lead nowhere outside the site. */
const withWholeAddresses = (markdown: string, siteUrl: string) =>
  markdown.replace(OWN_LINK, (before) => before + siteUrl)
