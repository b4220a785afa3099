import type { HistoryEntries } from './history-entries.ts'
import { placeReader } from './place-reader.ts'
import { openScrollPositions } from './scroll-positions.ts'

/** Remembers the scroll position of every history entry. */
export function keepScroll(history: HistoryEntries) {
  const positions = openScrollPositions(() => sessionStorage)
  history.claim()
  let place = placeOf(history)
  let isWaiting = false

  /** Notes where the reader is on the page that is shown. */
  const save = () => positions.save(place.pathname, place.key, { x: scrollX, y: scrollY })
  /** Where the reader was on the current history entry. */
  const saved = () => positions.find(history.location().pathname, history.key())
  /** From now on positions belong to the entry that the history is at. */
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
    /** Scrolls to where the reader was on the current history entry. */
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
