import { startCopyLink } from './copy-link.ts'
import { startMenu } from './menu.ts'
import { quoteSelection } from './quote-selection.ts'
import { startNear } from './start-near.ts'
import { startSearchBox } from './start-search-box.ts'
import { startTerms } from './start-terms.ts'

/**
 * Starts the controls outside React. Each of them uses the server's HTML, and leaves it as it is
 * when something is missing.
 */
export function startIslands(): void {
  startCopyLink()
  quoteSelection()
  startTerms()
  // A failure is ignored, because reading needs nothing of it.
  if (!CSS.supports('scroll-target-group:auto')) import('./older-browsers.ts').catch(() => {})
  // The script may run before the browser has parsed the page.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', startInPage, { once: true })
  } else startInPage()
}

function startInPage(): void {
  startMenu()
  startSearchBox()
  startNear()
  addEventListener('hashchange', startNear)
}
