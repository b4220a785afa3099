import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { copyVersion, editVersion, type OtherVersion } from '../support/postgres/other-version.ts'
import { freePort, type RunningSite, runSite } from '../support/site/run-site.ts'

const WORDS = [
  'Have More wonderful Stuff',
  'Have Even More wonderful Stuff',
  'Have The Most wonderful Stuff',
] as const
const STRINGS = 'web/src/strings/en-us.ts'

const DEPLOY_MS = 120_000

let browser: Browser
let version: OtherVersion
let site: RunningSite
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-deploy-'))
  version = await copyVersion()
  env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
  site = await runSite(env)
}, DEPLOY_MS)
afterAll(async () => {
  await browser.close()
  await site?.stop()
  await version?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Puts the next version of the code in the place of the one that runs. */
async function deploy(before: string, after: string): Promise<void> {
  await editVersion(version, STRINGS, before, after)
  await site.stop()
  site = await runSite(env, version.root, { readyMs: DEPLOY_MS })
}

test(
  'a tab that is open over two deploys goes on without a reload, and loads a document for other page data [F24]',
  async () => {
    const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.goto(`${site.url}/articles/how-a-broad-index-etf-works`)
    await untilHydrated(page)
    await page.clock.install()
    const [own, next, newest] = WORDS

    for (const [before, after] of [
      [own, next],
      [next, newest],
    ] as const) {
      await deploy(before, after)
      // Here one process serves: while it is replaced, links in view cannot be fetched ahead.
      complaints.length = 0
      await leaveFor(page, '05:01')
      await clickArticle(page)
    }
    expect(await page.locator('main').textContent()).toContain(own)
    // A template that the tab has not loaded yet comes from the files of its own build.
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Start here' }).waitFor()
    expect(documents, 'no reload for page data that the code understands').toBe(1)

    const appData = '**/page-data/app-data.json'
    const json = { webpackCompilationHash: 'another', pageDataContract: 'another' }
    await page.route(appData, (route) => route.fulfill({ json }))
    await leaveFor(page, '05:01')
    await page.unroute(appData)
    await clickArticle(page)
    await expect.poll(() => page.locator('main').textContent()).toContain(newest)
    await untilHydrated(page)
    await clickArticle(page)
    expect(documents, 'one document for the new code').toBe(2)
    expect(complaints).toEqual([])
    await close()
  },
  3 * DEPLOY_MS,
)

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
