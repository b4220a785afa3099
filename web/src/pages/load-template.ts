import type { Page } from '#shared/contracts/page.ts'
import { addTemplates, hasTemplate, type LaterTemplates } from './templates.ts'

const NAME = /^component---src-pages-(.+)-page-tsx$/

/** What page data calls the component of a page kind. */
export const templateName = (kind: Page['kind']) => `component---src-pages-${kind}-page-tsx`

/** Loads the components of pages that are no text. */
type LoadLaterTemplates = () => Promise<LaterTemplates>

/**
 * Loads the component of pages that name it so, where the first scripts do not have it.
 *
 * @throws when it cannot be loaded, or is only in a newer build
 */
export async function loadTemplate(name: string, loadLater: LoadLaterTemplates): Promise<void> {
  const kind = NAME.exec(name)?.[1] ?? ''
  if (!hasTemplate(kind)) addTemplates(await loadLater())
  if (!hasTemplate(kind)) throw new Error(`No template is ${name}`)
}
