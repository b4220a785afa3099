import { createElement, startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import type { HydrationData } from '#shared/contracts/web-bundle.ts'
import { BODY_ELEMENT_ID, withBodyHtml } from './body-html.ts'
import { Main } from './components/Main.tsx'
import { knowsTemplate } from './pages/templates.ts'
import { startRuntime } from './runtime/start-runtime.ts'
import type { Strings } from './strings/strings.ts'
import { tellError } from './tell-error.ts'
import { isTranslated } from './translated.ts'

const ROOT_ID = 'main'
const DATA_ID = 'hydration-data'

/**
 * Lets React take over the part of the page that the server rendered into `<main>`, and then links
 * lead on without a new document. Sets `data-hydrated` on the root element when that is so. A page
 * that was translated meanwhile stays as it is.
 *
 * @throws when the document's data cannot be read; the page stays as it is and readable
 */
export function hydrate(strings: Strings): void {
  if (isTranslated()) return
  const { documentElement } = document
  const block = required(DATA_ID)
  // The server wrote it from the same contract for this very build.
  const data: HydrationData = JSON.parse(block.textContent)
  const bodyHtml = document.getElementById(BODY_ELEMENT_ID)?.innerHTML ?? ''
  const page = withBodyHtml(data.page, bodyHtml)
  const main = required(ROOT_ID)
  let root: Root
  const onHydrated = () => {
    startRuntime({
      scene: { main, root },
      strings,
      pageBuild: block.dataset.build ?? '',
      frame: block.dataset.frame ?? '',
      scripts: block.dataset.scripts ?? '',
      knowsTemplate,
    })
    documentElement.dataset.hydrated = 'true'
  }
  // In a transition React handles the reader's input between its steps.
  startTransition(() => {
    const content = createElement(Main, { page, strings, onHydrated })
    root = hydrateRoot(main, content, {
      onRecoverableError(error) {
        // biome-ignore lint/suspicious/noConsole: says what differs, which the server is not told
        console.error(error)
        tellError('hydration')
      },
    })
  })
}

function required(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element
}
