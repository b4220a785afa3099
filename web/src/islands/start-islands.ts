import { startCopyLink } from './copy-link.ts'
import { startMenu } from './menu.ts'
import { startSearchBox } from './start-search-box.ts'
import { startTerms } from './start-terms.ts'

/**
 * Makes the controls outside React work. Each part uses the server's HTML, and leaves it as it is
 * when something is missing.
 */
export function startIslands(): void {
  startCopyLink()
  startTerms()
  // What it does is not needed for reading.
  if (!CSS.supports('scroll-target-group:auto')) import('./older-browsers.ts').catch(() => {})
  // The script may be here before the header is.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', startHeader, { once: true })
  } else startHeader()
}

function startHeader(): void {
  startMenu()
  startSearchBox()
}
