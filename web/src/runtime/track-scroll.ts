import type { HistoryEntries } from './history-entries.ts'
import { placeReader } from './place-reader.ts'
import { openScrollPositions } from './scroll-positions.ts'

export type ScrollTracker = ReturnType<typeof trackScroll>

/** Remembers the scroll position of every history entry. */
export function trackScroll(history: HistoryEntries) {
  const positions = openScrollPositions(() => sessionStorage)
  history.claim()
  let entry = entryOf(history)
  let isWaiting = false

  /** Saves where the reader is on the page that is shown. */
  const save = () => positions.save(entry.pathname, entry.key, { x: scrollX, y: scrollY })
  /** Where the reader was on the current history entry. */
  const saved = () => positions.find(history.location().pathname, history.key())
  /** From now on positions belong to the current history entry. */
  const follow = () => {
    entry = entryOf(history)
  }

  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        // A link to a place on this page scrolls first, and makes its history entry afterwards.
        if (history.key() === entry.key) save()
      })
    },
    { passive: true },
  )
  // The runtime scrolls while the page is active; before and after, the browser does.
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

const entryOf = (history: HistoryEntries) => ({
  pathname: history.location().pathname,
  key: history.key(),
})
