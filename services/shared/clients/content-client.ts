import { ChangeFeed, NameList, TitleList } from '../contracts/change.ts'
import {
  type AddressLookup,
  AddressLookups,
  FeedModel,
  PageModel,
  PageModels,
  PathList,
  PortraitModel,
  SitemapModel,
} from '../contracts/page-model.ts'
import type { PagePath, Revision } from '../contracts/primitives.ts'
import { jsonGetter } from './get-json.ts'

export interface ContentClient {
  /**
   * Whether there can be a page, a former or a withdrawn one at each of these paths (at most
   * `MAX_LOOKUPS`), in their order. It costs a small part of what their models cost, and says no only
   * where a model would say `unknown`.
   */
  lookUp(paths: readonly PagePath[]): Promise<AddressLookup[]>
  /** Everything that the page at this path shows, from one snapshot. */
  loadPageModel(path: PagePath): Promise<PageModel>
  /** The same of several paths (at most `MAX_MODELS`), from one snapshot. */
  loadPageModels(paths: readonly PagePath[]): Promise<PageModels>
  /**
   * A part of all paths that have an answer of their own: what every reader may come by first,
   * then lists and articles.
   *
   * @param after `next` of the part before; `undefined` for the first one
   * @param limit at most 1,000
   */
  listPaths(after: string | undefined, limit: number): Promise<PathList>
  /**
   * One file of the XML site map.
   *
   * @throws {SiteError} `not-found` when there is no such file
   */
  loadSitemap(path: PagePath): Promise<SitemapModel>
  /**
   * The newest articles of the site or of a category.
   *
   * @param path where the feed is, as `feedPath` says
   * @throws {SiteError} `not-found` when there is no such feed
   */
  loadFeed(path: PagePath): Promise<FeedModel>
  /**
   * The picture of an author.
   *
   * @param path where it is, as `portraitPath` says
   * @throws {SiteError} `not-found` when there is no such portrait now
   */
  loadPortrait(path: PagePath): Promise<PortraitModel>
  /** Waits up to `waitMs` for a change after the revision; then answers, possibly with none. */
  readChanges(after: Revision, waitMs: number, signal?: AbortSignal): Promise<ChangeFeed>
  /** Published titles in the order of their ids, from the one after `after` on. */
  listTitles(after: string | undefined, limit: number, signal?: AbortSignal): Promise<TitleList>
  /** Those of the ids (at most 100) that are published. */
  findTitles(ids: readonly string[], signal?: AbortSignal): Promise<TitleList>
  /** Authors, categories and terms, by whose names readers may look for articles. */
  listNames(signal?: AbortSignal): Promise<NameList>
}

/** How much longer than its own wait a long poll may take. */
const POLL_GRACE_MS = 3_000

const getLookups = jsonGetter(AddressLookups)
const getPageModel = jsonGetter(PageModel)
const getPageModels = jsonGetter(PageModels)
const getPaths = jsonGetter(PathList)
const getSitemap = jsonGetter(SitemapModel)
const getFeed = jsonGetter(FeedModel)
const getPortrait = jsonGetter(PortraitModel)
const getChanges = jsonGetter(ChangeFeed)
const getTitles = jsonGetter(TitleList)
const getNames = jsonGetter(NameList)

/** @param baseUrl the content service, such as `http://content:8081` */
export function createContentClient(baseUrl: string): ContentClient {
  const address = (path: string, query: Record<string, string>) => {
    const url = new URL(path, baseUrl)
    url.search = new URLSearchParams(query).toString()
    return url
  }

  return {
    lookUp: async (paths) =>
      (await getLookups(address('/address-lookups', { paths: paths.join(',') }))).lookups,
    loadPageModel: (path) => getPageModel(address('/page-model', { path })),
    loadPageModels: (paths) =>
      getPageModels(address('/page-models', { paths: paths.join(',') }), { timeoutMs: 10_000 }),
    listPaths: (after, limit) =>
      getPaths(address('/paths', { ...(after && { after }), limit: String(limit) }), {
        timeoutMs: 10_000,
      }),
    loadSitemap: (path) => getSitemap(address('/sitemap-model', { path }), { timeoutMs: 10_000 }),
    loadFeed: (path) => getFeed(address('/feed-model', { path })),
    loadPortrait: (path) => getPortrait(address('/portrait-model', { path })),
    readChanges: (after, waitMs, signal) =>
      getChanges(address('/changes', { after: String(after), waitMs: String(waitMs) }), {
        timeoutMs: waitMs + POLL_GRACE_MS,
        signal,
      }),
    listTitles: (after, limit, signal) =>
      getTitles(address('/titles', { ...(after && { after }), limit: String(limit) }), { signal }),
    findTitles: (ids, signal) => getTitles(address('/titles', { ids: ids.join(',') }), { signal }),
    listNames: (signal) => getNames(address('/names', {}), { timeoutMs: 10_000, signal }),
  }
}
