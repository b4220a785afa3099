import type { Root } from 'react-dom/client'
import type { Page } from '#shared/contracts/page.ts'
import { announce } from '../announce.ts'
import type { Strings } from '../strings/strings.ts'
import { hrefOf, targetOf } from './addresses.ts'
import { mustReload, watchReturns } from './build-check.ts'
import { watchChunkFailures } from './chunk-failure.ts'
import { watchClicks } from './click-links.ts'
import { markCurrentLinks } from './current-links.ts'
import { createEmitter } from './emitter.ts'
import { focusPage } from './focus-page.ts'
import { openHistory } from './history-entries.ts'
import { keepScroll } from './keep-scroll.ts'
import { createLoader, type LoadedPage } from './load-page.ts'
import { type Arrival, createNavigator } from './navigate.ts'
import { pageHeading, publicOrigin, showHead } from './page-head.ts'
import { placeReader } from './place-reader.ts'
import { mayPrefetch, surroundings } from './prefetch-gate.ts'
import { createPrefetchQueue } from './prefetch-queue.ts'
import { hideProgress, showProgress } from './progress-bar.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { fadeIn, renderPage } from './show-page.ts'
import { paintTopFirst } from './top-first.ts'
import { watchIntent, watchLinksInView } from './watch-links.ts'
import { isWorkerUpdated, tellWorkerToForget } from './worker-signals.ts'

/** A page that is never idle, such as one that is painted slowly, is not asked for longer. */
const LONGEST_BUSY_MS = 2_000

export interface RuntimeOptions {
  /** `<main>`, and what React renders into it. */
  main: HTMLElement
  root: Root
  strings: Strings
  /** Of the document that is open. */
  pageBuild: string
  /** Whether this build can show a page of this `componentChunkName`. */
  knowsTemplate(name: string): boolean
}

/** From here on links change the page without a new document. */
export function startRuntime({
  main,
  root,
  strings,
  pageBuild,
  knowsTemplate,
}: RuntimeOptions): void {
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
    onLoaded: ({ path }) => emitter.emit('onPostLoadPageResources', { path }),
  })
  const queue = createPrefetchQueue({
    fetchPage: (target) => loader.load(target, 'prefetch'),
    isKnown: (target) => loader.has(target) || target.path === navigator.current().path,
    mayPrefetch: () => mayPrefetch(surroundings()),
    whenIdle,
  })
  const lookAtLinks = watchLinksInView(queue)

  const forget = () => {
    loader.dropAll()
    tellWorkerToForget()
  }

  async function show({ page }: LoadedPage, arrival: Arrival, wasHere: boolean) {
    const change = () => changeDocument(page, arrival)
    // Nothing is faster than a page that is here: fading it in would only take time.
    if (wasHere) change()
    else await fadeIn(change)
    scroll.follow()
    queue.startView()
    lookAtLinks()
    requestAnimationFrame(() => announce(strings.navigatedTo(pageHeading())))
  }

  function changeDocument(page: Page, arrival: Arrival) {
    const isReadFromTop = arrival === 'link' && location.hash === ''
    const render = () => renderPage(root, page, strings)
    if (isReadFromTop) paintTopFirst(main, render)
    else render()
    showHead(page, origin)
    markCurrentLinks(page.path)
    focusPage()
    placeReader({ arrival, hash: location.hash, saved: scroll.saved() })
  }

  const navigator = createNavigator(
    {
      loader,
      history,
      emitter,
      pageBuild,
      isWorkerUpdated,
      onOtherBuild: forget,
      show,
      onSettled: hideProgress,
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

  watchChunkFailures({
    window,
    storage: () => sessionStorage,
    lastRoute: () => hrefOf(navigator.current()),
    goTo: history.goTo,
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
  watchIntent(queue)
  lookAtLinks()
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
