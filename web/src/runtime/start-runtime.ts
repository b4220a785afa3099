import { announce } from '../browser/announce.ts'
import { reportClientError } from '../browser/report-error.ts'
import { isTranslated } from '../browser/translated.ts'
import type { Strings } from '../strings/strings.ts'
import { keyOf, type PageTarget, targetOf } from './addresses.ts'
import { watchClicks } from './click-links.ts'
import { createEmitter } from './emitter.ts'
import { openHistory } from './history-entries.ts'
import { createLoader } from './load-page.ts'
import { loadScripts } from './load-scripts.ts'
import { createNavigator } from './navigate.ts'
import { createDisplay } from './page-display.ts'
import { mayPrefetch } from './prefetch-gate.ts'
import { createPrefetchQueue } from './prefetch-queue.ts'
import type { PrepareFrame } from './prepare-frame.ts'
import { hideProgress, showProgress } from './progress-bar.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { trackFrame } from './shown-frame.ts'
import type { Scene } from './stage.ts'
import { trackScroll } from './track-scroll.ts'
import { watchBuild } from './watch-build.ts'
import { watchHistory } from './watch-history.ts'
import { watchIntent, watchLinksInView } from './watch-links.ts'
import { whenIdle } from './when-idle.ts'
import { isWorkerUpdated, tellWorkerToForget } from './worker-signals.ts'

export interface RuntimeOptions {
  /** What React has hydrated. */
  scene: Scene
  strings: Strings
  /** Of the document that is open. */
  pageBuild: string
  /** The name of the header and footer that the document shows; see `frameName`. */
  frame: string
  /** The scripts of other sites; see `loadScripts`. */
  scripts: string
  /** Called when another page is in the document. */
  onShown(): void
  /** Loads the component of pages of this `componentChunkName`; rejects where it has none. */
  loadTemplate(name: string): Promise<void>
  /** Loads the code that changes header and footer. */
  loadFrameCode(): Promise<PrepareFrame>
}

/** From here on links change the page without a new document. */
export function startRuntime(options: RuntimeOptions): void {
  const { scene, strings, pageBuild, loadTemplate } = options
  const first = targetOf(location.href, location.href)
  // No page can have this address: links of this not-found page stay the browser's own.
  if (!first) return
  const emitter = createEmitter()
  Reflect.set(window, '___emitter', emitter)
  const history = openHistory(window)
  const scroll = trackScroll(history)
  const loader = createLoader({
    fetch: (address, init) => fetch(address, init),
    pageBuild,
    loadTemplate,
    // Cached pages name the header and footer that were just replaced.
    frame: trackFrame(options.frame, strings, options.loadFrameCode, () => loader.dropAll()),
    onLoaded: ({ path }) => emitter.emit('onPostLoadPageResources', { path }),
  })
  const isShown = (target: PageTarget) => keyOf(target) === keyOf(navigator.current())
  const queue = createPrefetchQueue({
    fetchPage: (target) => loader.load(target, 'prefetch'),
    isKnown: (target) => loader.has(target) || isShown(target),
    mayPrefetch: () => mayPrefetch(),
    whenIdle,
  })
  const observeLinks = watchLinksInView(queue)
  const onShown = () => {
    queue.startView()
    observeLinks()
    options.onShown()
  }
  const display = createDisplay({ scene, strings, scroll, onShown })
  const onOtherBuild = () => {
    loader.dropAll()
    tellWorkerToForget()
  }
  const navigator = createNavigator(
    {
      loader,
      history,
      emitter,
      pageBuild,
      needsDocument: () => isWorkerUpdated() || isTranslated(),
      onOtherBuild,
      show: display.show,
      onSettled: hideProgress,
      onFailed(error) {
        // biome-ignore lint/suspicious/noConsole: the specification says that it is logged there
        console.error(error)
        reportClientError('data')
      },
    },
    first,
  )

  /** Fetches a page that the reader points at, and renders it when the browser is idle. */
  async function prepare(target: PageTarget) {
    if (!mayPrefetch() || isShown(target)) return
    await queue.fetchNow(target)
    if (!loader.has(target)) return
    const result = await loader.load(target, 'navigate')
    if (result.status === 'success') whenIdle(() => display.prepare(result.page))
  }

  emitter.on('onPreRouteUpdate', scroll.save)
  emitter.on('onDelayedLoadPageResources', () => {
    showProgress()
    announce(strings.loadingPage)
  })
  watchClicks((target) => void navigator.navigate(target))
  watchHistory(navigator, history, scroll)
  watchBuild({ pageBuild, askAppHash: loader.askAppHash, onOtherBuild })
  watchIntent((target) => void prepare(target))
  observeLinks()
  whenIdle(() => loadScripts(options.scripts))
  whenIdle(() => {
    const container: ServiceWorkerContainer | undefined = window.navigator.serviceWorker
    const currentPath = () => navigator.current().path
    void registerServiceWorker({ window, container, emitter, currentPath })
  })
}
