import type { FastifyInstance } from 'fastify'
import type { Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { bareNotFoundPage, bareShell, errorPage } from '../../documents/error-page.ts'
import { type Renderer, renderBodies, renderData, renderHtml } from '../../documents/make-entry.ts'
import type { ShellLoader } from './load-shell.ts'

/** Error pages. They are kept in memory, so there is always an answer. */
export type ErrorBodies = Awaited<ReturnType<typeof loadErrorBodies>>

/** How often the shell is loaded: the menu may change, and content may be down at the start. */
const SHELL_MS = 2_000

/**
 * Renders the error pages at start-up without header and menu, so that showing them depends on
 * nothing that may have failed; and the error page again when header and menu are known.
 */
export async function loadErrorBodies(
  app: FastifyInstance,
  renderer: Renderer,
  loadShell: ShellLoader,
  locale: Locale,
) {
  let shell = bareShell(locale)
  const renderBare = async (page: Page) => ({
    html: await renderHtml(renderer, page, shell),
    // Without the addresses of static query answers: there are none for the bare shell.
    data: await renderData(renderer, page),
  })
  const notFound = await renderBare(bareNotFoundPage(locale))
  let current = await renderBare(errorPage(shell))

  async function look() {
    const present = await loadShell()
    if (present === shell) return
    current = await renderBodies(renderer, errorPage(present), present)
    shell = present
  }
  const tryLook = () => look().catch(() => app.log.debug('header and menu are not loaded yet'))
  tryLook()
  const timer = setInterval(tryLook, SHELL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return { current: () => current, notFound: () => notFound }
}
