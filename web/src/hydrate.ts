import { createElement, startTransition } from 'react'
import type { HydrationData } from '#shared/contracts/web-bundle.ts'
import { hydrateRoot, type Root } from './browser/react-root.ts'
import { reportClientError } from './browser/report-error.ts'
import { isTranslated } from './browser/translated.ts'
import { BODY_ELEMENT_ID, withBodyHtml } from './components/body-html.ts'
import { startTables } from './islands/start-tables.ts'
import { Main } from './pages/Main.tsx'
import { knowsTemplate } from './pages/templates.ts'
import { startRuntime } from './runtime/start-runtime.ts'
import type { Strings } from './strings/strings.ts'

const ROOT_ID = 'main'
const DATA_ID = 'hydration-data'

/**
 * Hydrates the part of the page that the server rendered into `<main>`, and then starts the
 * runtime, with which links need no new document. Sets `data-hydrated` on the root element when
 * both are done. A page that was translated meanwhile stays as it is.
 *
 * @throws when the document's data cannot be read; the page stays as it is and readable
 */
export function hydrate(strings: Strings): void {
  if (isTranslated()) return
  const { documentElement } = document
  const block = required(DATA_ID)
  // The server wrote it for this very build, from the same contract.
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
      onShown: startTables,
      knowsTemplate,
    })
    documentElement.dataset.hydrated = 'true'
  }
  // A transition lets React handle the reader's input between its steps.
  startTransition(() => {
    const content = createElement(Main, { page, strings, onHydrated })
    root = hydrateRoot(main, content, {
      onRecoverableError(error) {
        // biome-ignore lint/suspicious/noConsole: names the difference, which the server is not sent
        console.error(error)
        reportClientError('hydration')
      },
    })
  })
}

function required(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element
}
