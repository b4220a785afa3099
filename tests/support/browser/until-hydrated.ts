import type { Page } from 'playwright'

/** Waits until React has taken over a page; as long as the page waits for anything, unless told. */
export async function untilHydrated(page: Page, timeout?: number): Promise<void> {
  await page.waitForSelector('html[data-hydrated="true"]', {
    state: 'attached',
    ...(timeout !== undefined && { timeout }),
  })
}
