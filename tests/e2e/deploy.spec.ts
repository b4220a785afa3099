import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { makeOtherVersion, type OtherVersion } from '../support/postgres/other-version.ts'
import { freePort, type RunningSite, runSite } from '../support/site/run-site.ts'
import { createSiteFront } from '../support/site/site-front.ts'

const WORDS = 'Have More wonderful Stuff'
const NEW_WORDS = 'Have Even More wonderful Stuff'

const DEPLOY_MS = 120_000

let browser: Browser
let version: OtherVersion
let next: RunningSite
let folder: string

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-deploy-'))
  version = await makeOtherVersion('web/src/strings/en-us.ts', WORDS, NEW_WORDS)
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
  next = await runSite(env, version.root)
}, DEPLOY_MS)
afterAll(async () => {
  await browser.close()
  await next?.stop()
  await version?.remove()
  await rm(folder, { recursive: true, force: true })
})

test('a tab that is open during a deploy keeps working, and has the new version after one reload [F24]', async () => {
  const front = await createSiteFront(inject('site').url)
  const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.goto(front.url)
  await untilHydrated(page)
  await page.clock.install()

  front.site = next.url
  await clickArticle(page)
  expect(documents, 'no reload for code that still works').toBe(1)

  await leaveFor(page, '05:01')
  await clickArticle(page)
  await expect.poll(() => page.locator('main').textContent()).toContain(NEW_WORDS)
  expect(documents).toBe(2)
  await untilHydrated(page)
  await clickArticle(page)
  expect(documents, 'no further reload').toBe(2)
  expect(complaints).toEqual([])
  await close()
  await front.close()
})

/** Opens another article, whose page must be shown. */
async function clickArticle(page: Page): Promise<void> {
  const heading = await page.locator('main h1').textContent()
  await page.locator('main a[href^="/articles/"]').last().click()
  await expect
    .poll(() => page.locator('main h1').textContent(), { timeout: 15_000 })
    .not.toBe(heading)
}

/** Hides the tab for some time, and comes back after it has asked for the new version. */
async function leaveFor(page: Page, time: string): Promise<void> {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate(`(() => {
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })()`)
  await show('hidden')
  await page.clock.fastForward(time)
  const asked = page.waitForResponse('**/page-data/app-data.json')
  await show('visible')
  await asked
}
