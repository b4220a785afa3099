import { randomUUID } from 'node:crypto'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import type { LoadedBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import { bareNotFoundPage, bareShell } from '../../services/render/documents/error-page.ts'
import { renderBodies } from '../../services/render/documents/make-entry.ts'
import { SHELL_PATH, shellDocuments } from '../../services/render/documents/shell-files.ts'
import { encodeBody } from '../../services/render/store/encode-body.ts'
import type { PageStore } from '../../services/render/store/page-store.ts'
import type { ArticleCard, ArticlePage } from '../../services/shared/contracts/page.ts'
import type { Shell } from '../../services/shared/contracts/site.ts'
import { type CorpusArticle, openCorpus } from '../../tests/support/content/corpus.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/**
 * Fills a page store with articles like the site's own, made by the web bundle as the worker would.
 *
 * @returns their paths
 */
export async function storeArticlePages(
  store: PageStore,
  bundle: LoadedBundle,
  count: number,
): Promise<string[]> {
  const corpus = await openCorpus()
  const renderer = { bundle, siteUrl: BENCH_SITE_URL }
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    const related = [1, 2, 3, 4].map((step) => cardOf(corpus.article((index + step) % count)))
    const page = articlePage(corpus.article(index), related)
    const bodies = await renderBodies(renderer, page, SHELL)
    await store.write({ path: page.path, status: 200, revision: 1, bodies })
    paths.push(page.path)
  }
  await storeShared(store, renderer)
  return paths
}

/** Including the introduction. */
const SECTIONS = 3

/** The data that every page needs besides its own, so that no service is asked for it. */
async function storeShared(store: PageStore, renderer: Parameters<typeof renderBodies>[0]) {
  const bodies = await Promise.all(
    Object.entries(shellDocuments(SHELL, BENCH_SITE_URL)).map(
      async ([name, { text, contentType }]) => [name, await encodeBody(text, contentType)] as const,
    ),
  )
  await store.write({
    path: SHELL_PATH,
    status: 200,
    revision: 1,
    bodies: Object.fromEntries(bodies),
  })
  const page = bareNotFoundPage(SHELL.site.locale)
  const notFound = await renderBodies(renderer, page, SHELL)
  await store.write({
    path: page.path,
    status: 200,
    revision: 1,
    bodies: notFound,
  })
}

/** With a menu as large as the site's own. */
const SHELL: Shell = {
  ...bareShell('en_US'),
  menu: Array.from({ length: 5 }, (_, category) => ({
    label: `Category number ${category}`,
    key: `/category-${category}`,
    children: Array.from({ length: 4 }, (_, child) => ({
      label: `Subcategory number ${child}`,
      key: `/category-${category}/subcategory-${child}`,
    })),
  })),
}

function articlePage(article: CorpusArticle, related: ArticleCard[]): ArticlePage {
  const { slug, title, description, publishedAt, takeaways, sources, provenance } = article
  const { html, headings } = renderMarkdown(shortened(article.body), title, 'en_US')
  const { author, section } = cardOf(article)
  return {
    kind: 'article',
    path: `/articles/${slug}`,
    seo: { title: `${title} – Finlore`, description },
    article: {
      id: randomUUID(),
      slug,
      title,
      description,
      bodyHtml: html,
      headings,
      publishedAt,
      updatedAt: publishedAt,
      readingMinutes: 5,
      takeaways,
      sources,
      provenance,
    },
    author: { ...author, description: 'Writes about money in plain words.' },
    breadcrumb: [{ title: 'Product reviews', path: '/product-reviews' }, section],
    related,
  }
}

/** Enough of an article for a document of 20 kB. */
const shortened = (markdown: string) =>
  markdown
    .split(/\n\n(?=## )/)
    .slice(0, SECTIONS)
    .join('\n\n')

function cardOf({ slug, title, description, publishedAt, author }: CorpusArticle): ArticleCard {
  return {
    path: `/articles/${slug}`,
    title,
    description,
    publishedAt,
    readingMinutes: 5,
    author: { title: author, path: '/authors/eleanor-whitcombe' },
    section: { title: 'ETFs', path: '/product-reviews/etfs' },
  }
}
