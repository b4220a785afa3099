import { targetOf } from './addresses.ts'
import type { HistoryEntries } from './history-entries.ts'
import type { Navigator } from './navigate.ts'
import type { ScrollTracker } from './track-scroll.ts'

/** Shows the page of the address that the reader goes back or forward to. */
export function watchHistory(
  navigator: Pick<Navigator, 'follow'>,
  history: HistoryEntries,
  scroll: ScrollTracker,
): void {
  addEventListener('popstate', () => {
    const target = targetOf(location.href, location.href)
    if (!target) return location.reload()
    // The browser has made this entry: the reader followed a link to a place on the same page.
    if (history.claim()) return scroll.follow()
    void navigator.follow(target).then((wasShown) => wasShown && scroll.restore())
  })
}
