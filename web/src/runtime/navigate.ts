import { hrefOf, keyOf, type PageTarget } from './addresses.ts'
import type { Emitter, RouteLocation } from './emitter.ts'
import type { HistoryEntries } from './history-entries.ts'
import type { LoadedPage, Loader } from './load-page.ts'

/** Report a navigation as slow after this many milliseconds. */
const SLOW_MS = 1_000

/** How the reader came to a page, which decides where on it they start. */
export type Arrival = 'link' | 'history'

export interface NavigatorOptions {
  loader: Pick<Loader, 'has' | 'load'>
  history: HistoryEntries
  emitter: Emitter
  /** Of the document that is open. */
  pageBuild: string
  /** Whether the next page must be loaded as a document, for newer code or for a translator. */
  needsDocument(): boolean
  /** Called when a page shows that the server runs other code, before its document is loaded. */
  onOtherBuild(): void
  /** Shows a page; `wasCached` says that the reader did not have to wait for it. */
  show(page: LoadedPage, arrival: Arrival, wasCached: boolean): Promise<void>
  /** Called when a page cannot be loaded as data; its document is loaded instead. */
  onFailed(error: Error): void
  /** Called when a page has been loaded or has failed. */
  onSettled(): void
}

export type Navigator = ReturnType<typeof createNavigator>

export function createNavigator(options: NavigatorOptions, first: PageTarget) {
  const { loader, history, emitter, pageBuild, show } = options
  let shown = first
  /** Counts navigations: only the newest may still change anything. */
  let newest = 0

  /** @returns `undefined` when a newer navigation has started meanwhile */
  async function loadFor(target: PageTarget) {
    newest += 1
    const own = newest
    const signal = { pathname: target.path }
    const timer = setTimeout(() => emitter.emit('onDelayedLoadPageResources', signal), SLOW_MS)
    const result = await loader.load(target, 'navigate')
    clearTimeout(timer)
    if (own !== newest) return undefined
    options.onSettled()
    if (result.status === 'error' && result.error) options.onFailed(result.error)
    return result
  }

  function isOtherBuild({ build }: LoadedPage): boolean {
    if (build === undefined || build === pageBuild) return false
    options.onOtherBuild()
    return true
  }

  async function display(
    page: LoadedPage,
    target: PageTarget,
    arrival: Arrival,
    wasCached: boolean,
  ) {
    const change = { location: locationOf(target), previous: locationOf(shown) }
    shown = target
    emitter.emit('onPreRouteUpdate', change)
    await show(page, arrival, wasCached)
    emitter.emit('onRouteUpdate', change)
  }

  return {
    /** Opens a page, and changes the address once it is loaded. Only the newest click counts. */
    async navigate(target: PageTarget): Promise<void> {
      if (options.needsDocument()) return history.goTo(hrefOf(target))
      const wasCached = loader.has(target)
      const result = await loadFor(target)
      if (!result) return
      if (result.status === 'error' || isOtherBuild(result)) return history.goTo(hrefOf(target))
      const reached = { ...target, path: result.path }
      if (hrefOf(reached) === hrefOf(shown)) history.replace(hrefOf(reached))
      else history.push(hrefOf(reached))
      await display(result, reached, 'link', wasCached)
    },
    /**
     * Shows the page of the address that the browser has gone back or forward to.
     *
     * @returns whether that page was shown already, at another place of it
     */
    async follow(target: PageTarget): Promise<boolean> {
      if (keyOf(target) === keyOf(shown)) {
        // Going back to the shown page cancels the pending navigation.
        newest += 1
        shown = target
        options.onSettled()
        return true
      }
      if (options.needsDocument()) {
        history.reload()
        return false
      }
      const wasCached = loader.has(target)
      const result = await loadFor(target)
      if (result?.status === 'error' || (result && isOtherBuild(result))) history.reload()
      else if (result) await display(result, target, 'history', wasCached)
      return false
    },
    /** The page that is shown. */
    current: () => shown,
  }
}

const locationOf = ({ path, search, hash }: PageTarget): RouteLocation => ({
  pathname: path,
  search,
  hash,
})
