import type { Browser, Page } from 'playwright'
import { inject } from 'vitest'
import { openPage, type WatchedPage } from './browser.ts'

/** An article with an example of two columns. */
export const EXAMPLE_PATH = '/articles/fixed-or-adjustable-15-or-30-years'
const WIDE = { width: 1280, height: 800 }

export const example = (page: Page) => page.locator('#two-loans')
export const field = (page: Page, name: string | RegExp) =>
  example(page).getByRole('textbox', { name })
export const slider = (page: Page, name: string | RegExp) =>
  example(page).getByRole('slider', { name })
/** The text of a row of the example, without its first cell. */
export const row = (page: Page, name: string) =>
  example(page).getByRole('row', { name }).getByRole('cell')
export const payment = (page: Page) => row(page, 'Monthly payment').first()
export const announced = (page: Page) => page.locator('#gatsby-announcer').textContent()

/** The page of that article, scrolled to its example, whose fields are there. */
export async function openExample(
  browser: Browser,
  options: Parameters<typeof openPage>[1] & { hash?: string } = {},
): Promise<WatchedPage> {
  const { hash = '', ...others } = options
  const watched = await openPage(browser, { viewport: WIDE, ...others })
  await watched.page.goto(inject('site').url + EXAMPLE_PATH + hash)
  await approach(watched.page)
  return watched
}

export async function approach(page: Page): Promise<void> {
  await example(page).scrollIntoViewIfNeeded()
  await field(page, /^Years Longer/).waitFor()
}
