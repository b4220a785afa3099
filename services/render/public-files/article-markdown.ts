import type { ArticlePage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'

export const MARKDOWN_TYPE = 'text/markdown'
/** The name of the body in an article's entry. */
export const MARKDOWN_BODY = 'markdown'

const ENDING = '.md'
const TWIN = /^\/articles\/[a-z0-9-]{1,120}\.md$/

/** Where the twin of an article is. */
export const markdownPath = (article: PagePath): string => article + ENDING

/** The article whose twin may be at this address. */
export const pathAtMarkdownAddress = (address: string): PagePath | undefined =>
  TWIN.test(address) ? address.slice(0, -ENDING.length) : undefined

export interface ArticleMarkdown {
  page: ArticlePage
  /** Its text as the author wrote it. */
  markdown: string
  shell: Pick<Shell, 'site'>
  /** Without a slash at its end. */
  siteUrl: string
}

/**
 * An article for programs that read Markdown: what is known of it as front matter, under the names
 * that editors write, then title and text. It holds no word of ours, so it needs no translation.
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
    answeredBy: article.answeredBy,
    reviewedBy: article.reviewedBy,
    reviewedAt: article.reviewedAt,
    takeaways: article.takeaways,
    sources: article.sources,
  }
  return `---
${Object.entries(facts).flatMap(factLines).join('\n')}
---

# ${article.title.replace(/([\\`*_[\]<>#])/g, '\\$1')}

${withWholeAddresses(markdown, siteUrl)}
`
}

/** What YAML says of a value; every JSON text is one of YAML, and cannot be taken for another. */
function factLines([name, value]: [string, unknown]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`${name}: ${JSON.stringify(value)}`]
  if (value.length === 0) return []
  return [`${name}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)]
}

/** Where a link or its definition leads, when that is a path of this site. */
const OWN_LINK = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?)(?=\/(?!\/))/gm

/** Whoever has the text only has no page from which its links would lead on. */
const withWholeAddresses = (markdown: string, siteUrl: string) =>
  markdown.replace(OWN_LINK, (before) => before + siteUrl)
