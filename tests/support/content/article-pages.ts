import path from 'node:path'
import type { CheckedArticle } from '../../../services/content/drafts/check-article.ts'
import { originOf } from '../../../services/content/drafts/origin.ts'
import type { ContentTree } from '../../../services/content/folder/read-content.ts'
import type { ShownPictures } from '../../../services/content/library/picture.ts'
import { checkArticles } from '../../../services/content/lint/check-content.ts'
import { showPictures } from '../../../services/content/pages/show-pictures.ts'
import type { ArticlePage } from '../../../services/shared/contracts/page.ts'
import type { Locale } from '../../../services/shared/contracts/primitives.ts'
import type { Shell } from '../../../services/shared/contracts/site.ts'
import { buildArticle, buildShell } from '../pages/page-builders.ts'
import { readContent } from './read-content.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')
/** The database computes reading times; this one has a long label. */
const READING_MINUTES = 22

/**
 * The pages of all articles that the content folder has in a language, whichever one the site of the
 * tests speaks. What they show of other articles is made up, and all announce paid links.
 */
export async function readArticlePages(
  locale: Locale,
): Promise<{ shell: Shell; pages: ArticlePage[] }> {
  const tree = await readContent(CONTENT, locale)
  const names = tree.site.value.locales[locale]
  if (!names) throw new Error(`The site has no names in ${locale}`)
  const { title, tagline, disclaimer } = names
  const { site, ...shell } = buildShell()
  const pages: ArticlePage[] = []
  for await (const { articles, problems } of checkArticles(tree, tree.articles, new Date())) {
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    for (const { file, article } of articles) pages.push(pageOf(tree, file.slug, article))
  }
  return { shell: { ...shell, site: { ...site, locale, title, tagline, disclaimer } }, pages }
}

const drawingsOf = ({ pictures }: ContentTree): ShownPictures =>
  new Map(
    pictures.map(({ name, width, height, sha256 }) => [
      name,
      { name, width, height, forms: [{ format: 'svg', width, sha256 }] },
    ]),
  )

function pageOf(tree: ContentTree, slug: string, article: CheckedArticle): ArticlePage {
  const { title, description, rendered, publishedAt, updatedAt, takeaways, sources } = article
  const { author, placements } = article
  const page = buildArticle({
    slug,
    title,
    description,
    takeaways,
    sources,
    ...originOf(article, 'UTC'),
    bodyHtml: showPictures(rendered.html, drawingsOf(tree)),
    headings: rendered.headings,
    readingMinutes: READING_MINUTES,
    ...(publishedAt && { publishedAt, updatedAt: updatedAt ?? publishedAt }),
  })
  const signed = tree.authors.value.find((one) => one.slug === author)
  return {
    ...page,
    path: `/articles/${slug}`,
    author: { ...page.author, ...(signed && { title: signed.name }) },
    breadcrumb: breadcrumbOf(tree, placements[0]),
    sponsored: { links: [{ before: '', text: 'A', href: 'https://a.example/', after: '' }] },
  }
}

function breadcrumbOf(
  { categories }: ContentTree,
  placement: CheckedArticle['placements'][number] | undefined,
) {
  const category = categories.value.find(({ slug }) => slug === placement?.category)
  const subcategory = category?.children.find(({ slug }) => slug === placement?.subcategory)
  const path = `/${category?.slug}`
  return [
    { title: category?.title ?? '', path },
    { title: subcategory?.title ?? '', path: `${path}/${subcategory?.slug}` },
  ]
}
