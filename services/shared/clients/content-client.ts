import { ChangeFeed, ChangeFeedWithPages, NameList, TitleList } from '../contracts/change.ts'
import {
  type AddressLookup,
  AddressLookups,
  FeedModel,
  PageModels,
  PathList,
  PictureModel,
  PortraitModel,
  SitemapModel,
} from '../contracts/page-model.ts'
import type { PagePath, Revision } from '../contracts/primitives.ts'
import { type GetOptions, jsonGetter } from './get-json.ts'

/** How much longer than its own wait a long poll may take. */
const POLL_GRACE_MS = 3_000
/** For answers that take the service some time to put together. */
const LONG = { timeoutMs: 10_000 }

const getLookups = jsonGetter(AddressLookups)
const getPageModels = jsonGetter(PageModels)
const getPaths = jsonGetter(PathList)
const getSitemap = jsonGetter(SitemapModel)
const getFeed = jsonGetter(FeedModel)
const getPicture = jsonGetter(PictureModel)
const getPortrait = jsonGetter(PortraitModel)
const getChanges = jsonGetter(ChangeFeed)
const getChangesWithPages = jsonGetter(ChangeFeedWithPages)
const getTitles = jsonGetter(TitleList)
const getNames = jsonGetter(NameList)

type Signal = GetOptions['signal']

export type ContentClient = ReturnType<typeof createContentClient>

/** @param baseUrl the content service, such as `http://content:8081` */
export function createContentClient(baseUrl: string) {
  const address = (path: string, query: Record<string, string | number> = {}) => {
    const url = new URL(path, baseUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
    return url
  }
  const part = (after: string | undefined, limit: number) => ({ ...(after && { after }), limit })

  return {
    /**
     * Whether a page may exist at each of these paths (at most `MAX_LOOKUPS`), in their order; moved
     * and withdrawn pages count. Much cheaper than loading the models, and answers no only where the
     * model would be `unknown`.
     */
    lookUp: async (paths: readonly PagePath[]): Promise<AddressLookup[]> =>
      (await getLookups(address('/address-lookups', { paths: paths.join() }))).lookups,
    /**
     * Everything that the pages at these paths (at most `MAX_MODELS`) show, from one snapshot.
     *
     * @param since a revision of which the snapshot may be; by default it is not older than the call
     */
    loadPageModels: (paths: readonly PagePath[], since?: Revision) =>
      getPageModels(
        address('/page-models', { paths: paths.join(), ...(since !== undefined && { since }) }),
        LONG,
      ),
    /**
     * One part of the list of all paths that have an answer of their own: first the pages that any
     * reader may come across, then lists and articles.
     *
     * @param after `next` of the previous part; `undefined` for the first one
     * @param limit at most 1,000
     */
    listPaths: (after: string | undefined, limit: number) =>
      getPaths(address('/paths', part(after, limit)), LONG),
    /**
     * One file of the XML site map.
     *
     * @throws {SiteError} `not-found` when there is no such file
     */
    loadSitemap: (path: PagePath) => getSitemap(address('/sitemap-model', { path }), LONG),
    /**
     * The newest articles of the site or of a category.
     *
     * @param path where the feed is, as `feedPath` says
     * @throws {SiteError} `not-found` when there is no such feed
     */
    loadFeed: (path: PagePath) => getFeed(address('/feed-model', { path })),
    /**
     * The picture of an author.
     *
     * @param path where it is, as `portraitPath` says
     * @throws {SiteError} `not-found` when there is no such portrait now
     */
    loadPortrait: (path: PagePath) => getPortrait(address('/portrait-model', { path })),
    /** A drawing of texts, as `loadPortrait` gives a portrait. */
    loadPicture: (path: PagePath) => getPicture(address('/picture-model', { path })),
    /** Waits up to `waitMs` for a change after the revision; then answers, possibly with none. */
    readChanges: (after: Revision, waitMs: number, signal?: Signal) =>
      getChanges(address('/changes', { after, waitMs }), {
        timeoutMs: waitMs + POLL_GRACE_MS,
        signal,
      }),
    /** The same, with the edited pages where content is loading their models already. */
    readChangesWithPages: (after: Revision, waitMs: number, signal?: Signal) =>
      getChangesWithPages(address('/changes', { after, waitMs, models: 'true' }), {
        timeoutMs: waitMs + POLL_GRACE_MS,
        signal,
      }),
    /** Published titles in the order of their ids, beginning after the id `after`. */
    listTitles: (after: string | undefined, limit: number, signal?: Signal) =>
      getTitles(address('/titles', part(after, limit)), { signal }),
    /** Those of the ids (at most 100) that are published. */
    findTitles: (ids: readonly string[], signal?: Signal) =>
      getTitles(address('/titles', { ids: ids.join() }), { signal }),
    /** The names of authors, categories and terms, which readers may search for. */
    listNames: (signal?: Signal) => getNames(address('/names'), { ...LONG, signal }),
  }
}
