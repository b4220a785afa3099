import type { Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { type EntryMaker, renderBodies, renderData, renderHtml } from '../rebuild/make-entry.ts'
import type { StoredBody } from '../store/stored-entry.ts'
import { bareNotFoundPage, bareShell, errorPage } from './error-page.ts'
import type { ShellSource } from './shell-source.ts'

interface PageBodies {
  html: StoredBody
  data: StoredBody
}

/** Pages for when something has failed. They are kept in memory and always have an answer. */
export interface ErrorBodies {
  current(): PageBodies
  notFound(): PageBodies
}

/**
 * Made at start-up without header and menu, so that showing them depends on nothing that may have
 * failed; and the error page again with them, as soon as they are known.
 */
export async function keepErrorBodies(
  maker: Pick<EntryMaker, 'bundle' | 'siteUrl'>,
  shells: ShellSource,
  locale: Locale,
): Promise<ErrorBodies> {
  const bare = bareShell(locale)
  const renderBare = async (page: Page) => ({
    html: await renderHtml(maker, page, bare),
    // It names no answers: those of this shell are nowhere.
    data: await renderData(page),
  })
  const notFound = await renderBare(bareNotFoundPage(locale))
  let current = await renderBare(errorPage(bare))
  shells.onChange(async (shell) => {
    current = await renderBodies(maker, errorPage(shell), shell)
  })
  return { current: () => current, notFound: () => notFound }
}
