import type { ReadonlyKysely } from 'kysely/readonly'
import type { ContentPage } from '#shared/contracts/page.ts'
import type { PageModel, PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { addressOf, withoutQuery } from '#shared/text/topic-address.ts'
import { together } from '#shared/together.ts'
import { loadAds } from '../ads/ads-repository.ts'
import { findNearestArticle } from '../articles/nearest-article.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Database } from '../database/schema.ts'
import { isStorable } from '../editing/reasons-about-characters.ts'
import {
  type ArticleOutcome,
  loadArticles,
  loadShownArticles,
  showArticles,
} from './article-page.ts'
import { loadAuthorArchive, loadAuthorPage, loadAuthorsPage } from './author-pages.ts'
import { loadNotFoundPage, showSearchPage } from './fallback-pages.ts'
import { findRedirect } from './find-redirect.ts'
import { showGonePage } from './gone-page.ts'
import { loadHomePage } from './home-page.ts'
import { loadInfoPage } from './info-page.ts'
import { loadLetterPage, loadLettersPage } from './letter-page.ts'
import {
  loadCategoryPage,
  loadSubcategoryPage,
  showCategoryArchive,
  showSubcategoryArchive,
} from './list-pages.ts'
import { archiveOf, frontOf, type PageRoute, parsePageRoute } from './page-route.ts'
import { openPageScope, openSiteScope, type PageScope, type SiteScope } from './page-scope.ts'
import { showSponsored } from './show-sponsored.ts'
import { loadSiteWords } from './site-words.ts'
import { loadSitemapArchive, loadSitemapPage } from './sitemap-pages.ts'
import { loadTopicArchive, loadTopicPage } from './topic-page.ts'
import { typesetModel } from './typeset-model.ts'

/** Everything the page at this path shows, and what became of the path, from one snapshot. */
export async function loadPageModel(
  db: ReadonlyKysely<Database>,
  path: PagePath,
): Promise<PageModel> {
  const { revision, shell, models } = await loadPageModels(db, [path])
  const [model] = models
  if (!model) throw new Error('One path has one model')
  return 'page' in model ? { revision, shell, ...model } : { revision, ...model }
}

/** The same of several paths. What articles show is read of all of them together. */
export async function loadPageModels(
  db: ReadonlyKysely<Database>,
  paths: readonly PagePath[],
): Promise<PageModels> {
  return inSnapshot(db, async (snapshot, history) => {
    const routes = paths.filter(isStorable).map(parsePageRoute)
    const slugs = routes.flatMap((route) => (route.kind === 'article' ? [route.slug] : []))
    const [{ revision }, words, ads, rows] = await together([
      history,
      loadSiteWords(db, snapshot, history),
      loadAds(snapshot, paths.map(adPath)),
      loadArticles(snapshot, slugs),
    ])
    const [site, shown] = await together([
      openSiteScope(
        snapshot,
        { ...words, ads },
        {
          fronts: routes.flatMap((route) => frontOf(route) ?? []),
          archives: routes.flatMap((route) => archiveOf(route) ?? []),
        },
      ),
      loadShownArticles(snapshot, rows, words.constants.more),
    ])
    const articles = showArticles(site, shown)

    const models: Model[] = []
    const { locale } = site.site
    for (const path of paths) {
      const model = await loadModel(site, articles, path)
      models.push('page' in model ? { ...model, page: typesetModel(model.page, locale) } : model)
    }
    return { revision, shell: typesetModel(site.shell, locale), models }
  })
}

type Model = PageModels['models'][number]

/** Ad data knows no queries: a topic shows the ads of its subcategory. */
const adPath = (path: PagePath) => withoutQuery(addressOf(path))

async function loadModel(
  site: SiteScope,
  articles: ReadonlyMap<string, ArticleOutcome>,
  path: PagePath,
): Promise<Model> {
  const route = parsePageRoute(path)
  const article = route.kind === 'article' ? articles.get(route.slug) : undefined
  if (article) return article

  const { scope, record } = openPageScope(site)
  scope.reads(tags.shell, tags.address(path))
  const page =
    isStorable(path) && ((await loadRoutedPage(scope, route)) ?? (await loadInfoPage(scope, path)))
  if (page) {
    const paid = showSponsored(scope, adPath(path))
    return { status: 'found', ...record(), page: { ...page, ...paid } }
  }
  return loadPageless(site, path, route)
}

/** An address without a page, which one may come to be at. */
async function loadPageless(site: SiteScope, path: PagePath, route: PageRoute): Promise<Model> {
  const { scope, record } = openPageScope(site)
  scope.reads(tags.address(path))
  // Other sizes make other archives.
  if (route.kind.endsWith('-archive')) scope.reads(tags.constant('pageSize'))
  // Postgres does not let us ask for every address.
  const elsewhere = isStorable(path) ? await findRedirect(scope, path) : undefined
  const { tags: read } = record()
  if (elsewhere === undefined) {
    const nearest =
      route.kind === 'article' ? await findNearestArticle(scope.db, route.slug) : undefined
    return { status: 'unknown', tags: read, ...(nearest && { nearest }) }
  }
  if ('location' in elsewhere) return { status: 'moved', tags: read, ...elsewhere }
  const gone = showGonePage(site, path, elsewhere.withdrawnAt)
  return { ...gone, tags: [...new Set([...read, ...gone.tags])].sort() }
}

function loadRoutedPage(scope: PageScope, route: PageRoute): Promise<ContentPage | undefined> {
  switch (route.kind) {
    case 'home':
      return loadHomePage(scope)
    case 'category':
      return loadCategoryPage(scope, route.category)
    case 'category-archive':
      return Promise.resolve(showCategoryArchive(scope, route.category, route.number))
    case 'letters':
      return loadLettersPage(scope, route.category)
    case 'letter':
      return loadLetterPage(scope, route.category, route.key)
    case 'subcategory':
      return loadSubcategoryPage(scope, route.category, route.subcategory)
    case 'subcategory-archive':
      return Promise.resolve(
        showSubcategoryArchive(scope, route.category, route.subcategory, route.number),
      )
    case 'topic':
      return loadTopicPage(scope, route)
    case 'topic-archive':
      return loadTopicArchive(scope, route)
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
      return Promise.resolve(showSearchPage(scope))
    case 'not-found':
      return loadNotFoundPage(scope)
    case 'article':
    case 'other':
      return Promise.resolve(undefined)
    default:
      return route satisfies never
  }
}
