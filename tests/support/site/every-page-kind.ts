import type { Browser, Page } from 'playwright'
import { inject } from 'vitest'
import { openPage, type WatchedPage } from '../browser/browser.ts'
import { untilHydrated } from '../browser/until-hydrated.ts'
import { MADE_KINDS, serveMadePage } from '../pages/made-pages.ts'
import { PAGE_KINDS } from './page-paths.ts'

type RealKind = keyof typeof PAGE_KINDS
type MadeKind = keyof typeof MADE_KINDS
export type Kind = RealKind | MadeKind

const isMade = (kind: Kind): kind is MadeKind => kind in MADE_KINDS

/**
 * Every page kind and every state of search, for `test.each`. Keys are typed as text because an
 * object may have more of them; these are written out and have not.
 */
export const EVERY_KIND: readonly Kind[] = [
  ...(Object.keys(PAGE_KINDS) as RealKind[]),
  ...(Object.keys(MADE_KINDS) as MadeKind[]),
]

/** Opens one page of a kind and waits until it is loaded. */
export async function openKind(page: Page, kind: Kind): Promise<void> {
  const { url } = inject('site')
  if (!isMade(kind)) {
    await page.goto(url + PAGE_KINDS[kind])
    return
  }
  await serveMadePage(page, url, MADE_KINDS[kind])
  await page.goto(url + MADE_KINDS[kind].path)
}

/** The same, and React has taken over. */
export async function openHydrated(page: Page, kind: Kind): Promise<void> {
  await openKind(page, kind)
  await untilHydrated(page)
}

/** Opens it in a browser that runs no scripts. */
export async function openPlain(browser: Browser, kind: Kind): Promise<WatchedPage> {
  const watched = await openPage(browser, { javaScriptEnabled: false })
  await openKind(watched.page, kind)
  return watched
}
