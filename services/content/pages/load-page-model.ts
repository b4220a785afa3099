import { addressOf, withoutQuery } from '#shared/addresses/topic-address.ts'
import { ContentPage, type PageOf } from '#shared/contracts/page.ts'
import type { PageModels } from '#shared/contracts/page-model.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { Shell } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALL, isAuthorList } from '../addresses/lists.ts'
import {
  type ListRoute,
  type PageRoute,
  parsePageRoute,
  type RoutedKind,
} from '../addresses/page-route.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import { isStorable } from '../drafts/reasons-about-characters.ts'
import { loadAds } from '../library/ads-repository.ts'
import { type ArticleOver, hasExampleBeside } from '../library/article-over.ts'
import { findNearestArticle } from '../library/nearest-article.ts'
import { loadArticles } from '../library/page-articles.ts'
import { showArticlePage } from './article-page.ts'
import { findAuthor, loadAuthorsPage } from './author-pages.ts'
import { findInCategories } from './category-pages.ts'
import { loadCommonData } from './common-data.ts'
import { loadCorrectionsPage } from './corrections-page.ts'
import { loadFactsPage } from './facts-page.ts'
import { loadNotFoundPage, showGonePage, showSearchPage } from './fallback-pages.ts'
import { findRedirect } from './find-redirect.ts'
import { loadGuidesPage } from './guides-page.ts'
import { loadHomePage } from './home-page.ts'
import { loadInfoPage } from './info-page.ts'
import { loadLetterPage, loadLettersPage } from './letter-page.ts'
import { showArchivePage } from './list-pages.ts'
import {
  openPageScope,
  openSiteScope,
  type PageMaking,
  type PageScope,
  type SiteScope,
} from './page-scope.ts'
import { showSavedPage } from './saved-page.ts'
import { showFactsInMarkdown } from './show-facts.ts'
import { showPicturesInMarkdown } from './show-pictures.ts'
import { loadSitemapArchive, loadSitemapPage } from './sitemap-pages.ts'
import { loadTermPage } from './term-page.ts'
import { loadToolsPage } from './tools-page.ts'
import { typesetModel } from './typeset-model.ts'

/**
 * Loads the models of the pages at these paths. Paths without a page get a status that says why.
 * What their articles show is read for all of them at once.
 *
 * @param layOver gives an article that is shown in place of the one that is stored
 */
export async function loadPageModels(
  db: ReadDatabase,
  paths: readonly PagePath[],
  layOver?: (snapshot: Reader) => Promise<ArticleOver>,
): Promise<PageModels> {
  return inSnapshot(db, async (snapshot, history) => {
    // Postgres refuses some of the characters that an address may contain.
    const routed = paths.map((path) => ({
      path,
      route: isStorable(path) ? parsePageRoute(path) : undefined,
    }))
    const slugs = routed.flatMap(({ route }) => (route?.kind === 'article' ? route.slug : []))
    const lists = routed.flatMap(({ route }) => (route?.kind === 'list' ? route : []))
    const [{ revision }, words, ads, articles, over] = await settleAll([
      history,
      loadCommonData(db, snapshot, history),
      loadAds(snapshot, paths.map(adPath)),
      layOver ? [] : loadArticles(snapshot, slugs),
      layOver?.(snapshot),
    ])
    const shell = over ? await shellWith(snapshot, words.shell, over) : words.shell
    const site = await openSiteScope(snapshot, { ...words, shell, ads }, lists, articles, over)

    const models: Model[] = []
    const { locale } = site.site
    for (const { path, route } of routed) {
      const model = route ? await loadModel(site, path, route) : unknownModel(path)
      models.push('page' in model ? setPage(model, locale) : model)
    }
    return { revision, shell: typesetModel(Shell, site.shell, locale), models }
  })
}

/** The first example of the site brings the page of tools into header and footer. */
async function shellWith(db: Reader, shell: Shell, over: ArticleOver): Promise<Shell> {
  const { hasTools: _, thirdPartyScripts, ...rest } = shell
  return {
    ...rest,
    ...((await hasExampleBeside(db, over)) && { hasTools: true }),
    ...(thirdPartyScripts && { thirdPartyScripts }),
  }
}

type Model = PageModels['models'][number]

const setPage = (model: Extract<Model, { page: unknown }>, locale: Locale): Model => ({
  ...model,
  page: typesetModel(ContentPage, model.page, locale),
})

const unknownModel = (path: PagePath): Model => ({ status: 'unknown', tags: [tags.address(path)] })

/** Ads are given by path without a query: a topic shows the ads of its subcategory. */
const adPath = (path: PagePath) => withoutQuery(addressOf(path))

async function loadModel(site: SiteScope, path: PagePath, route: PageRoute): Promise<Model> {
  const making = openPageScope(site)
  const page =
    (await loadRoutedPage(making.scope, route)) ?? (await loadInfoPage(making.scope, path))
  return page ? modelOf(making, path, page) : loadPageless(site, path, route)
}

/** The model of a page, with the tags and sponsored links that every page has. */
function modelOf({ scope, record }: PageMaking, path: PagePath, page: ContentPage): Model {
  scope.reads(tags.shell, tags.address(path))
  const paid = showSponsored(scope, adPath(path))
  const article = page.kind === 'article' && scope.articles.get(page.article.slug)
  return {
    status: page.kind === 'gone' ? 'gone' : 'found',
    ...record(),
    page: { ...page, ...paid },
    ...(article &&
      page.kind === 'article' && {
        ...(article.expires_at !== null && { expiresAt: article.expires_at }),
        markdown: showPicturesInMarkdown(
          showFactsInMarkdown(
            article.body_markdown,
            page.article.bodyHtml,
            article.facts,
            scope.site.locale,
          ),
          article.pictures,
        ),
      }),
  }
}

/** The model of a path without a page. It reads the path's tag, since a page may appear there. */
async function loadPageless(site: SiteScope, path: PagePath, route: PageRoute): Promise<Model> {
  const making = openPageScope(site)
  const { scope, record } = making
  scope.reads(tags.address(path))
  // Another page size gives archives other pages.
  if (route.kind === 'list' && route.number !== undefined) scope.reads(tags.constant('pageSize'))
  const elsewhere = await findRedirect(scope, path)
  if (elsewhere === undefined) {
    const nearest =
      route.kind === 'article' ? await findNearestArticle(scope.db, route.slug) : undefined
    return { status: 'unknown', tags: record().tags, ...(nearest && { nearest }) }
  }
  if ('location' in elsewhere) return { status: 'moved', tags: record().tags, ...elsewhere }
  return modelOf(making, path, showGonePage(scope, path, elsewhere.withdrawnAt))
}

/** The ads of the page's own path or, where it has none, those of all paths without ads. */
function showSponsored({ ads, newPathAd, reads }: PageScope, path: PagePath) {
  reads(tags.ads(path))
  const links = ads.get(path)
  if (links) return { sponsored: { links } }

  reads(tags.ads('*'))
  const isEmpty = newPathAd.links.length === 0 && newPathAd.comment === undefined
  return !isEmpty && { sponsored: newPathAd }
}

const SINGLE_PAGES: {
  [Kind in RoutedKind]: (scope: PageScope) => PageOf<Kind> | Promise<PageOf<Kind>>
} = {
  home: loadHomePage,
  authors: loadAuthorsPage,
  facts: loadFactsPage,
  tools: loadToolsPage,
  guides: loadGuidesPage,
  corrections: loadCorrectionsPage,
  saved: showSavedPage,
  search: showSearchPage,
  'not-found': loadNotFoundPage,
}

async function loadRoutedPage(
  scope: PageScope,
  route: PageRoute,
): Promise<ContentPage | undefined> {
  switch (route.kind) {
    case 'single':
      return SINGLE_PAGES[route.page](scope)
    case 'list':
      return loadListPage(scope, route)
    case 'letters':
      return loadLettersPage(scope, route.category)
    case 'letter':
      return loadLetterPage(scope, route.category, route.key)
    case 'term':
      return loadTermPage(scope, route.slug)
    case 'article':
      return showArticlePage(scope, route.slug)
    case 'other':
      return undefined
    default:
      return route satisfies never
  }
}

async function loadListPage(
  scope: PageScope,
  { list, number }: ListRoute,
): Promise<ContentPage | undefined> {
  if (list === ALL) {
    return number === undefined ? loadSitemapPage(scope) : loadSitemapArchive(scope, number)
  }
  const place = isAuthorList(list) ? findAuthor(scope, list) : await findInCategories(scope, list)
  if (!place) return undefined
  return number === undefined ? place.showFront() : showArchivePage(scope, list, place, number)
}
