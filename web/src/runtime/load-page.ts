import type { Page } from '#shared/contracts/page.ts'
import type { FrameParts } from '#shared/text/frame-name.ts'
import {
  hrefOf,
  keyOf,
  type PageTarget,
  pageDataAddress,
  sliceAddress,
  staticQueryAddress,
} from './addresses.ts'
import { createAppHash } from './app-hash.ts'
import type { FrameKeeper, NewFrame } from './frame.ts'
import { loadPageData, type Outcome } from './load-page-data.ts'
import { couldNotLoad, createSharedLoader } from './load-shared.ts'
import { type Fetch, requestJson } from './request-json.ts'

/** How long a page that was loaded is shown again without asking: editors correct mistakes. */
const MAX_AGE_MS = 5 * 60_000

/** A tab that stays open all day must not hold all that was read in it. */
const MAX_PAGES = 50
/** How long a page that is here waits for the hash of the code. */
const HASH_GRACE_MS = 500

/** Withdrawn: the document says so, and no data does. */
const GONE = 410

export interface LoadedPage {
  status: 'success'
  page: Page
  /** Its own address: another one than was asked for when it has moved. */
  path: string
  outcome: Outcome
  /** What the header and footer around it are made of. */
  parts: FrameParts
  /** Those, where the document shows others. */
  frame?: NewFrame
  /** The code that the server ran when this was loaded; `undefined` when it did not say. */
  build: string | undefined
}

export type LoadResult = LoadedPage | { status: 'error'; error?: Error }

export interface LoaderOptions {
  fetch: Fetch
  /** Whether this build can show a page of this `componentChunkName`. */
  knowsTemplate(name: string): boolean
  frame: Pick<FrameKeeper, 'isShown' | 'make'>
  /** Told of every page that is ready to be shown. */
  onLoaded?(page: LoadedPage): void
}

export type Loader = ReturnType<typeof createLoader>

export function createLoader({ fetch, knowsTemplate, frame, onLoaded }: LoaderOptions) {
  const kept = new Map<string, { page: LoadedPage; loadedAt: number }>()
  const underWay = new Map<string, Promise<LoadResult>>()
  const appHash = createAppHash(fetch)
  const loadSlices = createSharedLoader(fetch, sliceAddress, 'staticQueryHashes')
  const loadStaticQueries = createSharedLoader(fetch, staticQueryAddress, 'data')

  async function loadAnew(target: PageTarget): Promise<LoadResult> {
    const asked = appHash.isFresh() ? appHash.known() : appHash.ask()
    const result = await loadPageData(fetch, target)
    if (result.status === 'error') return { status: 'error', error: missing(target) }
    const { data, outcome } = result
    if (!knowsTemplate(data.componentChunkName)) {
      return { status: 'error', error: new Error(`No template is ${data.componentChunkName}`) }
    }
    const { slicesMap, staticQueryHashes } = data
    return withFrame({
      status: 'success',
      page: data.result.data,
      path: outcome === 'found' ? data.path : target.path,
      outcome,
      parts: { slicesMap, staticQueryHashes },
      build: await soon(asked, appHash.known),
    })
  }

  /** With header and footer, where the document shows others: those of most pages are there. */
  async function withFrame(page: LoadedPage): Promise<LoadResult> {
    const { parts } = page
    if (frame.isShown(parts)) return page
    try {
      const [slices, named] = await Promise.all([
        loadSlices(Object.values(parts.slicesMap)),
        loadStaticQueries(parts.staticQueryHashes),
      ])
      const theirs = await loadStaticQueries([...slices.values()].flatMap(staticQueriesOf))
      const staticQueries = new Map([...named, ...theirs])
      return { ...page, frame: await frame.make(parts, slices, staticQueries) }
    } catch (error) {
      return { status: 'error', error: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  function find(target: PageTarget): LoadedPage | undefined {
    const entry = kept.get(keyOf(target))
    return entry && Date.now() - entry.loadedAt < MAX_AGE_MS ? entry.page : undefined
  }

  async function keep(target: PageTarget): Promise<LoadResult> {
    const key = keyOf(target)
    const result = await loadAnew(target)
    underWay.delete(key)
    if (result.status === 'error') return result
    if (result.outcome === 'found') {
      const { frame: _, ...page } = result
      kept.set(key, { page, loadedAt: Date.now() })
      const [oldest] = kept.keys()
      if (kept.size > MAX_PAGES && oldest !== undefined) kept.delete(oldest)
    }
    onLoaded?.(result)
    return result
  }

  /** An address without page data may be something else that the server has, or had. */
  async function isKnownToServer(target: PageTarget): Promise<boolean> {
    const { status } = await requestJson(fetch, hrefOf({ ...target, hash: '' }), 'HEAD')
    return status === 200 || status === GONE
  }

  return {
    /**
     * Everything a page needs, once per tab and five minutes. Never throws; nothing that failed is
     * kept.
     *
     * @param intent a prefetch of a page that is not there asks nothing more about it
     */
    async load(target: PageTarget, intent: 'navigate' | 'prefetch'): Promise<LoadResult> {
      const known = find(target)
      if (known) {
        // Not awaited: the result is used at the next click.
        if (!appHash.isFresh()) void appHash.ask()
        return withFrame({ ...known, build: appHash.known() ?? known.build })
      }
      const key = keyOf(target)
      const loading = underWay.get(key) ?? keep(target)
      underWay.set(key, loading)
      const result = await loading
      const isMissing = result.status === 'success' && result.outcome === 'not-found'
      if (isMissing && intent === 'navigate' && (await isKnownToServer(target))) {
        return { status: 'error' }
      }
      return result
    },
    /** Whether a click would need no page data. */
    has: (target: PageTarget) => find(target) !== undefined,
    /** Forgets all pages: the server runs other code, or time has passed. */
    dropAll: () => kept.clear(),
    askAppHash: appHash.ask,
  }
}

/** The answer if it comes soon, else what was known before. */
const soon = <T>(answer: T | Promise<T>, known: () => T): Promise<T> =>
  Promise.race([
    answer,
    new Promise<T>((resolve) => setTimeout(() => resolve(known()), HASH_GRACE_MS)),
  ])

const missing = (target: PageTarget) => new Error(couldNotLoad(pageDataAddress(target)))

const staticQueriesOf = (slice: unknown): string[] => {
  const hashes: unknown = Reflect.get(Object(slice), 'staticQueryHashes')
  return Array.isArray(hashes) ? hashes.map(String) : []
}
