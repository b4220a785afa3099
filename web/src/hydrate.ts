import { createElement, startTransition } from 'react'
import type { HydrationData } from '#shared/contracts/web-bundle.ts'
import { hydrateRoot, type Root } from './browser/react-root.ts'
import { reportClientError } from './browser/report-error.ts'
import { isTranslated } from './browser/translated.ts'
import { BODY_ELEMENT_ID, withBodyHtml } from './components/body-html.ts'
import { startNear } from './islands/start-near.ts'
import { loadTemplate, templateName } from './pages/load-template.ts'
import { Main } from './pages/Main.tsx'
import type { LaterTemplates } from './pages/templates.ts'
import type { PrepareFrame } from './runtime/prepare-frame.ts'
import { startRuntime } from './runtime/start-runtime.ts'
import type { Strings } from './strings/strings.ts'

const ROOT_ID = 'main'
const DATA_ID = 'hydration-data'

/** Loads what texts are shown without. */
export type LoadLaterParts = () => Promise<{
  LATER_TEMPLATES: LaterTemplates
  prepareFrame: PrepareFrame
}>

/**
 * Hydrates the part of the page that the server rendered into `<main>`, and then starts the
 * runtime, with which links need no new document. Sets `data-hydrated` on the root element when
 * both are done. A page that was translated meanwhile stays as it is.
 *
 * @throws when the document's data cannot be read; the page stays as it is and readable
 */
export async function hydrate(strings: Strings, loadLaterParts: LoadLaterParts): Promise<void> {
  const { documentElement } = document
  const block = required(DATA_ID)
  // The server wrote it for this very build, from the same contract.
  const data: HydrationData = JSON.parse(block.textContent)
  const loadTemplateOf = (name: string) =>
    loadTemplate(name, async () => (await loadLaterParts()).LATER_TEMPLATES)
  await loadTemplateOf(templateName(data.page.kind))
  if (isTranslated()) return
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
      onShown: startNear,
      loadTemplate: loadTemplateOf,
      loadFrameCode: async () => (await loadLaterParts()).prepareFrame,
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
