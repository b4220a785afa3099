import type { FrameParts } from '#shared/addresses/frame-name.ts'
import type { Page } from '#shared/contracts/page.ts'
import { hrefOf, keyOf, type PageTarget, pageDataAddress } from './addresses.ts'
import { createAppHash } from './app-hash.ts'
import { createFrameLoader } from './load-frame.ts'
import { loadPageData, type Outcome } from './load-page-data.ts'
import { couldNotLoad } from './load-shared.ts'
import { createPageCache } from './page-cache.ts'
import { type Fetch, requestJson } from './request-json.ts'
import type { NewFrame, ShownFrame } from './shown-frame.ts'

/** How long a loaded page waits for the hash of the code that the server runs. */
const MAX_HASH_WAIT_MS = 500

/** The page was withdrawn. Only its document answers so: its page data answers 404. */
const GONE = 410

export interface LoadedPage {
  status: 'success'
  page: Page
  /** The page's own address, which differs from the requested one after a move. */
  path: string
  outcome: Outcome
  /** What page data calls the component that shows it. */
  template: string
  /** What the header and footer of the page are made of. */
  parts: FrameParts
  /** The header and footer, where the document shows others. */
  frame?: NewFrame
  /** The code that the server ran when this was loaded (see `createAppHash`); `undefined` when it did not answer. */
  build: string | undefined
}

export type LoadResult = LoadedPage | { status: 'error'; error?: Error }

export interface LoaderOptions {
  fetch: Fetch
  /** Of the document that is open. */
  pageBuild: string
  /** Loads the component of pages of this `componentChunkName`; rejects where it has none. */
  loadTemplate(name: string): Promise<void>
  frame: Pick<ShownFrame, 'isShown' | 'make'>
  /** Called for every page that is ready to be shown. */
  onLoaded?(page: LoadedPage): void
}

export type Loader = ReturnType<typeof createLoader>

export function createLoader({ fetch, pageBuild, loadTemplate, frame, onLoaded }: LoaderOptions) {
  const cache = createPageCache<LoadedPage>()
  const inFlight = new Map<string, Promise<LoadResult>>()
  const appHash = createAppHash(fetch, pageBuild)
  const loadFrame = createFrameLoader(fetch, frame)

  async function request(target: PageTarget): Promise<LoadResult> {
    const build = appHash.isFresh() ? appHash.known() : appHash.ask()
    const result = await loadPageData(fetch, target)
    if (result.status === 'error') {
      return { status: 'error', error: new Error(couldNotLoad(pageDataAddress(target))) }
    }
    const { data, outcome } = result
    const { slicesMap, staticQueryHashes, componentChunkName: template } = data
    return withFrame({
      status: 'success',
      page: data.result.data,
      path: outcome === 'found' ? data.path : target.path,
      outcome,
      template,
      parts: { slicesMap, staticQueryHashes },
      build: await orWhenLate(build, appHash.known),
    })
  }

  const withFrame = (page: LoadedPage) =>
    orFailure(async () => {
      const frame = await loadFrame(page.parts)
      return frame ? { ...page, frame } : page
    })

  async function requestAndCache(target: PageTarget): Promise<LoadResult> {
    const key = keyOf(target)
    const result = await request(target)
    inFlight.delete(key)
    if (result.status === 'error') return result
    if (result.outcome === 'found') {
      const { frame: _, ...page } = result
      cache.add(key, page)
    }
    onLoaded?.(result)
    return result
  }

  /** From the tab's cache where it is there. */
  async function loadData(target: PageTarget): Promise<LoadResult> {
    const key = keyOf(target)
    const cached = cache.find(key)
    if (cached) {
      // Not awaited: the answer is used at the next click.
      if (!appHash.isFresh()) void appHash.ask()
      return withFrame({ ...cached, build: appHash.known() ?? cached.build })
    }
    const loading = inFlight.get(key) ?? requestAndCache(target)
    inFlight.set(key, loading)
    return loading
  }

  return {
    /**
     * Loads everything that a page needs, from the tab's cache where it is there. Never throws, and
     * never caches a failure.
     *
     * @param intent a prefetch of a missing page does not ask whether there is a document
     */
    async load(target: PageTarget, intent: 'navigate' | 'prefetch'): Promise<LoadResult> {
      const result = await loadData(target)
      if (result.status === 'error' || intent === 'prefetch') return result
      const isMissing = result.outcome === 'not-found'
      if (isMissing && (await hasDocument(fetch, target))) return { status: 'error' }
      // Only pages that are about to be shown need it: prefetching all links must stay small.
      return orFailure(() => loadTemplate(result.template).then(() => result))
    },
    /** Whether a navigation to the page would need no page data. */
    has: (target: PageTarget) => cache.find(keyOf(target)) !== undefined,
    /** Drops all cached pages, because the server runs other code or the frame has changed. */
    dropAll: cache.clear,
    askAppHash: appHash.ask,
  }
}

/** The server may have a document, or may have withdrawn one, where there is no page data. */
async function hasDocument(fetch: Fetch, target: PageTarget): Promise<boolean> {
  const { status } = await requestJson(fetch, hrefOf({ ...target, hash: '' }), 'HEAD')
  return status === 200 || status === GONE
}

async function orFailure(load: () => Promise<LoadResult>): Promise<LoadResult> {
  try {
    return await load()
  } catch (error) {
    return { status: 'error', error: asError(error) }
  }
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/** The answer, or after a wait what is known without it. */
const orWhenLate = <T>(answer: T | Promise<T>, known: () => T): Promise<T> =>
  Promise.race([
    answer,
    new Promise<T>((resolve) => setTimeout(() => resolve(known()), MAX_HASH_WAIT_MS)),
  ])
