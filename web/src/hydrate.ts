import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { HydrationData } from '#shared/contracts/web-bundle.ts'
import { BODY_ELEMENT_ID, withBodyHtml } from './body-html.ts'
import { App } from './components/App.tsx'

const ROOT_ID = '___gatsby'
const DATA_ID = 'hydration-data'

/**
 * Lets React take over the page that the server rendered. Sets `data-hydrated` on the root element
 * when it has. Without usable data it only reports why: the page stays as it is, and readable.
 */
export function hydrate(): void {
  const root = document.getElementById(ROOT_ID)
  const data = findHydrationData()
  if (!root || !data) return

  const bodyHtml = document.getElementById(BODY_ELEMENT_ID)?.innerHTML ?? ''
  const page = withBodyHtml(data.page, bodyHtml)
  const onHydrated = () => {
    document.documentElement.dataset.hydrated = 'true'
  }
  hydrateRoot(root, createElement(App, { page, shell: data.shell, onHydrated }), {
    onRecoverableError: report,
  })
}

function findHydrationData(): HydrationData | undefined {
  const text = document.getElementById(DATA_ID)?.textContent
  if (!text) {
    report(new Error(`The page has no #${DATA_ID}`))
    return undefined
  }
  try {
    // The server wrote it from the same contract for this very build.
    return JSON.parse(text) as HydrationData
  } catch (error) {
    report(error)
    return undefined
  }
}

function report(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the reader's console is the only place to say it
  console.error(error)
}
