import type { Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { bareNotFoundPage, bareShell, errorPage } from '../documents/error-page.ts'
import { type EntryMaker, renderBodies, renderData, renderHtml } from '../documents/make-entry.ts'
import type { StoredBody } from '../store/stored-entry.ts'
import type { ShellSource } from './shell-source.ts'

interface PageBodies {
  html: StoredBody
  data: StoredBody
}

/** Error pages. They are kept in memory, so there is always an answer. */
export interface ErrorBodies {
  current(): PageBodies
  notFound(): PageBodies
}

/**
 * Renders the error pages at start-up without header and menu, so that showing them depends on
 * nothing that may have failed; and the error page again when header and menu are known.
 */
export async function keepErrorBodies(
  maker: Pick<EntryMaker, 'bundle' | 'siteUrl'>,
  shells: ShellSource,
  locale: Locale,
): Promise<ErrorBodies> {
  const bare = bareShell(locale)
  const renderBare = async (page: Page) => ({
    html: await renderHtml(maker, page, bare),
    // Without the addresses of static query answers: there are none for the bare shell.
    data: await renderData(page),
  })
  const notFound = await renderBare(bareNotFoundPage(locale))
  let current = await renderBare(errorPage(bare))
  shells.onChange(async (shell) => {
    current = await renderBodies(maker, errorPage(shell), shell)
  })
  return { current: () => current, notFound: () => notFound }
}
