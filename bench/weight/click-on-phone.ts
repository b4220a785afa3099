import type { Browser, Page } from 'playwright'
import { untilHydrated } from '../../tests/support/browser/until-hydrated.ts'
import { LIVELY_READER } from '../../tests/support/site/lively-reader.ts'
import { percentile } from '../support/percentile.ts'
import { PHONE, slowDown, VISIT_MS } from './slow-phone.ts'

/** From the click to the paint of the new page's heading, in milliseconds. */
export interface Clicks {
  /** A link that had been pointed at for long enough. */
  prefetched: number
  /** A link whose page had to be asked for. */
  asked: number
}

const CLICKS = 5
const LINKS = 'main a[href^="/articles/"]'

/** Clicks a link and resolves when the other heading is on the screen. */
const CLICK_AND_WATCH = (link: number) => `new Promise((resolve) => {
  const { textContent } = document.querySelector('main h1')
  const start = performance.now()
  const look = () => requestAnimationFrame(() => {
    const heading = document.querySelector('main h1')
    if (!heading || heading.textContent === textContent) return look()
    // The frame in which it was found is painted when the next task runs.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - start)
    port2.postMessage(0)
  })
  document.querySelectorAll('${LINKS}')[${link}].click()
  look()
})`

/** Medians of several clicks on a cheap phone on a slow line, each on a page just opened. */
export async function clickOnSlowPhone(browser: Browser, address: string): Promise<Clicks> {
  const times: Record<keyof Clicks, number[]> = { prefetched: [], asked: [] }
  for (let link = 0; link < CLICKS; link++) {
    times.prefetched.push(await click(browser, address, link, true))
    times.asked.push(await click(browser, address, link, false))
  }
  return { prefetched: percentile(times.prefetched, 0.5), asked: percentile(times.asked, 0.5) }
}

async function click(browser: Browser, address: string, link: number, isPrefetched: boolean) {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(VISIT_MS)
    await page.addInitScript(LIVELY_READER)
    await slowDown(await context.newCDPSession(page))
    await page.goto(address, { timeout: VISIT_MS })
    await untilHydrated(page)
    if (isPrefetched) await touch(page, link)
    return await page.evaluate<number>(CLICK_AND_WATCH(link))
  } finally {
    await context.close()
  }
}

async function touch(page: Page, link: number): Promise<void> {
  const come = page.waitForResponse('**/page-data/articles/**')
  await page
    .locator(LINKS)
    .nth(link)
    .evaluate((node) => node.dispatchEvent(new Event('touchstart', { bubbles: true })))
  await (await come).finished()
  await page.waitForLoadState('networkidle')
}
