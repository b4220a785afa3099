import type { ReadonlyKysely } from 'kysely/readonly'
import type { ContentPage } from '#shared/contracts/page.ts'
import type { PageModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../articles/article-path.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Database } from '../database/schema.ts'
import { isStorable } from '../editing/reasons-about-characters.ts'
import { loadArticlePage } from './article-page.ts'
import { loadAuthorArchive, loadAuthorPage, loadAuthorsPage } from './author-pages.ts'
import { loadNotFoundPage, loadSearchPage } from './fallback-pages.ts'
import { loadHomePage } from './home-page.ts'
import { loadInfoPage } from './info-page.ts'
import {
  loadCategoryArchive,
  loadCategoryPage,
  loadSubcategoryArchive,
  loadSubcategoryPage,
} from './list-pages.ts'
import { type PageRoute, parsePageRoute } from './page-route.ts'
import { openPageScope, type PageScope } from './page-scope.ts'
import { loadSitemapArchive, loadSitemapPage } from './sitemap-pages.ts'

/** Everything the page at this path shows, and what became of the path, from one snapshot. */
export async function loadPageModel(
  db: ReadonlyKysely<Database>,
  path: PagePath,
): Promise<PageModel> {
  return inSnapshot(db, async (snapshot, { revision }) => {
    const { scope, record } = await openPageScope(snapshot)
    // No address of ours, and Postgres does not let us ask for it.
    if (!isStorable(path)) return { status: 'unknown', revision, tags: record().tags }

    // Whatever is made of this address now, another page or redirect may come to be here.
    scope.reads(tags.address(path))
    const route = parsePageRoute(path)
    if (route.kind === 'article') {
      const outcome = await loadArticlePage(scope, route.slug)
      if (outcome.status !== 'unknown') {
        return { revision, ...record(), ...outcome, shell: scope.shell }
      }
    } else {
      const page = (await loadRoutedPage(scope, route)) ?? (await loadInfoPage(scope, path))
      if (page) return { status: 'found', revision, ...record(), page, shell: scope.shell }
    }

    const location = await findRedirect(scope, path)
    const read = { revision, tags: record().tags }
    return location === undefined
      ? { status: 'unknown', ...read }
      : { status: 'moved', ...read, location }
  })
}

function loadRoutedPage(
  scope: PageScope,
  route: Exclude<PageRoute, { kind: 'article' }>,
): Promise<ContentPage | undefined> {
  switch (route.kind) {
    case 'home':
      return loadHomePage(scope)
    case 'category':
      return loadCategoryPage(scope, route.category)
    case 'category-archive':
      return loadCategoryArchive(scope, route.category, route.number)
    case 'subcategory':
      return loadSubcategoryPage(scope, route.category, route.subcategory)
    case 'subcategory-archive':
      return loadSubcategoryArchive(scope, route.category, route.subcategory, route.number)
    case 'authors':
      return loadAuthorsPage(scope)
    case 'author':
      return loadAuthorPage(scope, route.slug)
    case 'author-archive':
      return loadAuthorArchive(scope, route.slug, route.number)
    case 'sitemap':
      return loadSitemapPage(scope)
    case 'sitemap-archive':
      return loadSitemapArchive(scope, route.number)
    case 'search':
      return loadSearchPage(scope)
    case 'not-found':
      return loadNotFoundPage(scope)
    case 'other':
      return Promise.resolve(undefined)
    default:
      return route satisfies never
  }
}

/** Former addresses lead to where their article is now, so chains never grow. */
async function findRedirect(scope: PageScope, path: PagePath): Promise<PagePath | undefined> {
  const article = await scope.db
    .selectFrom('redirect')
    .innerJoin('article', 'article.id', 'redirect.article')
    .select(['article.id', 'article.slug'])
    .where('redirect.from_path', '=', path)
    .executeTakeFirst()
  if (!article) return findAlias(scope, path)

  scope.reads(tags.article(article.id))
  return articlePath(article.slug)
}

async function findAlias({ db, reads }: PageScope, path: PagePath): Promise<PagePath | undefined> {
  const target = ALIASES[path]
  if (target === undefined) return undefined
  reads(tags.address(target))
  const page = await db
    .selectFrom('info_page')
    .select('path')
    .where('path', '=', target)
    .executeTakeFirst()
  return page?.path
}

/** Addresses of info pages that people guess. */
const ALIASES: Readonly<Record<PagePath, PagePath>> = {
  '/about': '/info/about-us',
  '/about-us': '/info/about-us',
  '/privacy': '/privacy-policy',
  '/terms-of-use': '/terms',
}
