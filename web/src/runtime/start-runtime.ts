import type { Page } from '#shared/contracts/page.ts'
import { announce } from '../announce.ts'
import type { Strings } from '../strings/strings.ts'
import { tellError } from '../tell-error.ts'
import { isTranslated } from '../translated.ts'
import { keyOf, type PageTarget, targetOf } from './addresses.ts'
import { mustReload, watchReturns } from './build-check.ts'
import { watchClicks } from './click-links.ts'
import { markCurrentLinks } from './current-links.ts'
import { createEmitter } from './emitter.ts'
import { fadeIn } from './fade-in.ts'
import { keepFrame } from './frame.ts'
import { openHistory } from './history-entries.ts'
import { keepScroll } from './keep-scroll.ts'
import { createLoader, type LoadedPage } from './load-page.ts'
import { loadScripts } from './load-scripts.ts'
import { type Arrival, createNavigator } from './navigate.ts'
import { pageHeading, publicOrigin, showHead } from './page-head.ts'
import { focusPage, placeReader } from './place-reader.ts'
import { mayPrefetch } from './prefetch-gate.ts'
import { createPrefetchQueue } from './prefetch-queue.ts'
import { hideProgress, showProgress } from './progress-bar.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { createStage, type Scene } from './stage.ts'
import { paintTopFirst } from './top-first.ts'
import { watchIntent, watchLinksInView } from './watch-links.ts'
import { isWorkerUpdated, tellWorkerToForget } from './worker-signals.ts'

/** A page that is never idle, such as one that is painted slowly, is not asked for longer. */
const LONGEST_BUSY_MS = 2_000

export interface RuntimeOptions {
  /** What React has taken over. */
  scene: Scene
  strings: Strings
  /** Of the document that is open. */
  pageBuild: string
  /** Of the header and footer that it shows; see `frameName`. */
  frame: string
  /** Those of other sites; see `loadScripts`. */
  scripts: string
  /** Whether this build can show a page of this `componentChunkName`. */
  knowsTemplate(name: string): boolean
}

/** From here on links change the page without a new document. */
export function startRuntime(options: RuntimeOptions): void {
  const { scene, strings, pageBuild, knowsTemplate } = options
  const first = targetOf(location.href, location.href)
  // The not-found page of an address that no page can have: its links are the browser's.
  if (!first) return
  const emitter = createEmitter()
  Reflect.set(window, '___emitter', emitter)
  const history = openHistory(window)
  const scroll = keepScroll(history)
  const origin = publicOrigin()
  const loader = createLoader({
    fetch: (address, init) => fetch(address, init),
    knowsTemplate,
    // Pages kept from before would bring the former ones back.
    frame: keepFrame(options.frame, strings, () => loader.dropAll()),
    onLoaded: ({ path }) => emitter.emit('onPostLoadPageResources', { path }),
  })
  const queue = createPrefetchQueue({
    fetchPage: (target) => loader.load(target, 'prefetch'),
    isKnown: (target) => loader.has(target) || keyOf(target) === keyOf(navigator.current()),
    mayPrefetch: () => mayPrefetch(),
    whenIdle,
  })
  const lookAtLinks = watchLinksInView(queue)
  const stage = createStage(scene, strings)

  const forget = () => {
    loader.dropAll()
    tellWorkerToForget()
  }

  async function show({ page, frame }: LoadedPage, arrival: Arrival, wasHere: boolean) {
    const change = () => {
      frame?.put(page.path)
      changeDocument(page, arrival)
    }
    // Nothing is faster than a page that is here: fading it in would only take time.
    if (wasHere) change()
    else await fadeIn(change)
    scroll.follow()
    queue.startView()
    lookAtLinks()
    requestAnimationFrame(() => announce(strings.navigatedTo(pageHeading())))
  }

  function changeDocument(page: Page, arrival: Arrival) {
    stage.show(page)
    if (arrival === 'link' && location.hash === '') paintTopFirst()
    showHead(page, origin)
    markCurrentLinks(page.path, page.kind === 'article' ? page.translations : undefined)
    focusPage()
    placeReader({ arrival, hash: location.hash, saved: scroll.saved() })
  }

  /** Fetches the page that a reader points at, and makes it when there is nothing else to do. */
  async function prepare(target: PageTarget) {
    if (!mayPrefetch() || keyOf(target) === keyOf(navigator.current())) return
    await queue.fetchNow(target)
    if (!loader.has(target)) return
    const result = await loader.load(target, 'prefetch')
    if (result.status === 'success') whenIdle(() => stage.prepare(result.page))
  }

  const navigator = createNavigator(
    {
      loader,
      history,
      emitter,
      pageBuild,
      needsDocument: () => isWorkerUpdated() || isTranslated(),
      onOtherBuild: forget,
      show,
      onSettled: hideProgress,
      onFailed(error) {
        // biome-ignore lint/suspicious/noConsole: the specification's place for it
        console.error(error)
        tellError('data')
      },
    },
    first,
  )

  emitter.on('onPreRouteUpdate', scroll.save)
  emitter.on('onDelayedLoadPageResources', () => {
    showProgress()
    announce(strings.loadingPage)
  })
  watchClicks((target) => void navigator.navigate(target))
  addEventListener('popstate', () => {
    const target = targetOf(location.href, location.href)
    if (!target) return location.reload()
    // The browser itself has moved to a place on this page.
    if (history.claim()) return scroll.follow()
    void navigator.follow(target).then((wasShown) => wasShown && scroll.restore())
  })

  watchReturns({
    document,
    onReturn: () =>
      void loader.askAppHash().then((build) => {
        if (build !== undefined && build !== pageBuild) forget()
      }),
  })
  void loader.askAppHash().then((appBuild) => {
    if (!mustReload({ pageBuild, appBuild, storage: () => sessionStorage })) return
    tellWorkerToForget()
    location.reload()
  })
  watchIntent((target) => void prepare(target))
  lookAtLinks()
  whenIdle(() => loadScripts(options.scripts))
  whenIdle(() => {
    const container: ServiceWorkerContainer | undefined = window.navigator.serviceWorker
    const currentPath = () => navigator.current().path
    void registerServiceWorker({ window, container, emitter, currentPath })
  })
}

function whenIdle(callback: () => void): void {
  const timeout = LONGEST_BUSY_MS
  if ('requestIdleCallback' in window) requestIdleCallback(() => callback(), { timeout })
  else setTimeout(callback)
}
