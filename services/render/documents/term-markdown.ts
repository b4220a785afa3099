import type { TermPage } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { escapeMarkdown, frontMatter } from './article-markdown.ts'

/** A term for programs that read Markdown. As with articles, it adds no words of its own. */
export function renderTermMarkdown(
  page: TermPage,
  { site }: Pick<Shell, 'site'>,
  siteUrl: string,
): string {
  const { title, definition, also, article, answer, example, users, path } = page
  const facts = {
    title,
    definition,
    also,
    url: siteUrl + path,
    language: languageTag(site.locale),
    site: site.title,
    article: siteUrl + article.path,
  }
  const links = [article, ...(example ? [example] : []), ...users].map(
    ({ title, path }) => `- [${escapeMarkdown(title)}](${siteUrl}${path})`,
  )
  const parts = [
    `${frontMatter(facts)}\n# ${escapeMarkdown(title)}`,
    escapeMarkdown(definition),
    ...(answer === undefined ? [] : [escapeMarkdown(answer)]),
    links.join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}
