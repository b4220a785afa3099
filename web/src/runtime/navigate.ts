import { hrefOf, keyOf, type PageTarget } from './addresses.ts'
import type { Emitter, RouteLocation } from './emitter.ts'
import type { HistoryEntries } from './history-entries.ts'
import type { LoadedPage, Loader } from './load-page.ts'

/** A click that has shown nothing for so long is told about. */
const SLOW_MS = 1_000

/** How a page came to be shown: that decides where in it the reader looks first. */
export type Arrival = 'link' | 'history'

export interface NavigatorOptions {
  loader: Pick<Loader, 'has' | 'load'>
  history: HistoryEntries
  emitter: Emitter
  /** Of the document that is open. */
  pageBuild: string
  /** Whether any other page must come as a document, for its own code or for a translator. */
  needsDocument(): boolean
  /** Called when the server turns out to run other code, before the document is loaded again. */
  onOtherBuild(): void
  /** Shows the page; `wasHere` when the reader did not have to wait for it. */
  show(page: LoadedPage, arrival: Arrival, wasHere: boolean): Promise<void>
  /** A page that the reader asked for cannot be had here, and is left to the browser. */
  onFailed(error: Error): void
  /** A wait is over, whatever came of it. */
  onSettled(): void
}

export function createNavigator(options: NavigatorOptions, first: PageTarget) {
  const { loader, history, emitter, pageBuild, show } = options
  let shown = first
  /** Counts navigations: only the newest may still change anything. */
  let newest = 0

  /** @returns `undefined` when another navigation has overtaken this one */
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

  async function display(page: LoadedPage, target: PageTarget, arrival: Arrival, wasHere: boolean) {
    const change = { location: locationOf(target), previous: locationOf(shown) }
    shown = target
    emitter.emit('onPreRouteUpdate', change)
    await show(page, arrival, wasHere)
    emitter.emit('onRouteUpdate', change)
  }

  return {
    /** Goes to a page. The address changes when it is there; of several clicks the last one counts. */
    async navigate(target: PageTarget): Promise<void> {
      if (options.needsDocument()) return history.goTo(hrefOf(target))
      const wasHere = loader.has(target)
      const result = await loadFor(target)
      if (!result) return
      if (result.status === 'error' || isOtherBuild(result)) return history.goTo(hrefOf(target))
      const reached = { ...target, path: result.path }
      if (hrefOf(reached) === hrefOf(shown)) history.replace(hrefOf(reached))
      else history.push(hrefOf(reached))
      await display(result, reached, 'link', wasHere)
    },
    /**
     * Shows the page of the address that the browser has gone back or forward to.
     *
     * @returns whether it is the page that was shown already, at another place of it
     */
    async follow(target: PageTarget): Promise<boolean> {
      if (keyOf(target) === keyOf(shown)) {
        // Going back to the shown page cancels the navigation under way.
        newest += 1
        shown = target
        options.onSettled()
        return true
      }
      if (options.needsDocument()) {
        history.reload()
        return false
      }
      const wasHere = loader.has(target)
      const result = await loadFor(target)
      if (result?.status === 'error' || (result && isOtherBuild(result))) history.reload()
      else if (result) await display(result, target, 'history', wasHere)
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
