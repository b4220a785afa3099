import type { CorrectionsPage, FactsPage, Link, Page, ToolsPage } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { escapeMarkdown, frontMatter } from './article-markdown.ts'

/** A page that lists figures of articles: facts, examples that readers change, or corrections. */
export type ListOfFigures = FactsPage | ToolsPage | CorrectionsPage

export const isListOfFigures = (page: Page): page is ListOfFigures =>
  page.kind === 'facts' || page.kind === 'tools' || page.kind === 'corrections'

/**
 * The page for programs that read Markdown. As with articles, it adds no words of its own; a time is
 * written as an interval of ISO 8601, which two dots leave open: `2026-01-01/..`.
 */
export function renderListMarkdown(
  page: ListOfFigures,
  { site }: Pick<Shell, 'site'>,
  siteUrl: string,
): string {
  const { title, description } = page.seo
  const facts = {
    title,
    description,
    url: siteUrl + page.path,
    language: languageTag(site.locale),
    site: site.title,
  }
  const parts = partsOf(page, siteUrl)
  return `${[`${frontMatter(facts)}\n# ${escapeMarkdown(title)}`, ...parts].join('\n\n')}\n`
}

function partsOf(page: ListOfFigures, siteUrl: string): string[] {
  const link = ({ title, path }: Link) => `[${escapeMarkdown(title)}](${siteUrl}${path})`
  switch (page.kind) {
    case 'facts':
      return page.groups.flatMap(({ subject, facts }) =>
        subject
          ? [
              `## ${escapeMarkdown(subject.title)}`,
              ...facts.map((fact) => factPart('###', fact, link)),
            ]
          : facts.map((fact) => factPart('##', fact, link)),
      )
    case 'tools':
      return page.sections.map(({ tools, ...section }) =>
        [`## ${link(section)}`, '', ...tools.map((tool) => toolLine(tool, link))].join('\n'),
      )
    case 'corrections':
      return [page.corrections.map((one) => correctionLine(one, link)).join('\n')]
    default:
      return page satisfies never
  }
}

type LinkWriter = (link: Link) => string

function factPart(
  level: '##' | '###',
  { title, values, source, articles }: FactsPage['groups'][number]['facts'][number],
  link: LinkWriter,
): string {
  const lines = values.map(({ is, from, until = '..', source: own = source }) => {
    const where = own ? `, [${escapeMarkdown(own.title)}](<${own.url.replaceAll('>', '%3E')}>)` : ''
    return `- ${from}/${until}: ${escapeMarkdown(is)}${where}`
  })
  const shownIn = articles.map((article) => `  - ${link(article)}`)
  return [`${level} ${escapeMarkdown(title)}`, '', ...lines, ...shownIn].join('\n')
}

function toolLine(
  { caption, inputs, results, path, article }: ToolsPage['sections'][number]['tools'][number],
  link: LinkWriter,
): string {
  const names = [inputs, results].map((some) => escapeMarkdown(some.join(', '))).filter(Boolean)
  return `- ${link({ title: caption, path })}: ${names.join(' → ')} (${link(article)})`
}

const correctionLine = (
  { on, was, is, article }: CorrectionsPage['corrections'][number],
  link: LinkWriter,
): string => `- ${on}, ${link(article)}: ~~${escapeMarkdown(was)}~~ → ${escapeMarkdown(is)}`
