import type { Page } from '#shared/contracts/page.ts'
import { announce } from '../browser/announce.ts'
import type { Strings } from '../strings/strings.ts'
import { markCurrentLinks } from './current-links.ts'
import { fadeIn } from './fade-in.ts'
import type { LoadedPage } from './load-page.ts'
import type { Arrival } from './navigate.ts'
import { pageHeading, publicOrigin, showHead } from './page-head.ts'
import { focusPage, placeReader } from './place-reader.ts'
import { createStage, type Scene } from './stage.ts'
import { paintTopFirst } from './top-first.ts'
import type { ScrollTracker } from './track-scroll.ts'

export interface DisplayOptions {
  /** What the document came with. */
  scene: Scene
  strings: Strings
  scroll: ScrollTracker
  /** Called when another page is in the document. */
  onShown(): void
}

/** Changes everything in the document that belongs to a page. */
export function createDisplay({ scene, strings, scroll, onShown }: DisplayOptions) {
  const stage = createStage(scene, strings)
  // Read before the first page change, which replaces the canonical link.
  const origin = publicOrigin()

  function change({ page, frame }: LoadedPage, arrival: Arrival) {
    frame?.put(page.path)
    stage.show(page)
    if (arrival === 'link' && location.hash === '') paintTopFirst()
    showHead(page, origin)
    markCurrentLinks(page.path, page.kind === 'article' ? page.translations : undefined)
    focusPage()
    placeReader({ arrival, hash: location.hash, saved: scroll.saved() })
  }

  return {
    /** Renders a page out of sight, because the reader is likely to open it next. */
    prepare: (page: Page) => stage.prepare(page),
    /** @param wasCached whether the reader did not have to wait for the page */
    async show(loaded: LoadedPage, arrival: Arrival, wasCached: boolean) {
      // A cached page is shown immediately: fading it in would only take time.
      if (wasCached) change(loaded, arrival)
      else await fadeIn(() => change(loaded, arrival))
      scroll.follow()
      onShown()
      requestAnimationFrame(() => announce(strings.navigatedTo(pageHeading())))
    },
  }
}
