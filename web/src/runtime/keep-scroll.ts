import type { HistoryEntries } from './history-entries.ts'
import { placeReader } from './place-reader.ts'
import { openScrollPositions, type Position } from './scroll-positions.ts'

export interface KeptScroll {
  /** Notes where the reader is on the page that is shown. */
  save(): void
  /** Where the reader was on the current history entry. */
  saved(): Position | undefined
  /** From now on positions belong to the entry that the history is at. */
  follow(): void
  /** Scrolls to where the reader was on the current history entry. */
  restore(): void
}

/** Remembers the scroll position of every history entry. */
export function keepScroll(history: HistoryEntries): KeptScroll {
  const positions = openScrollPositions(() => sessionStorage)
  history.claim()
  let place = placeOf(history)
  let isWaiting = false

  const save = () => positions.save(place.pathname, place.key, { x: scrollX, y: scrollY })
  const saved = () => positions.find(history.location().pathname, history.key())
  const follow = () => {
    place = placeOf(history)
  }

  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        // The browser may be on its way to a place on this page, and tell us of it later.
        if (history.key() === place.key) save()
      })
    },
    { passive: true },
  )
  // While a page is here we move it; before and after, the browser does.
  window.history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    save()
    window.history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual'
  })

  return {
    save,
    saved,
    follow,
    restore() {
      placeReader({ arrival: 'history', hash: history.location().hash, saved: saved() })
      follow()
    },
  }
}

const placeOf = (history: HistoryEntries) => ({
  pathname: history.location().pathname,
  key: history.key(),
})
