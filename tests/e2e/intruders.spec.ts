import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { createSiteFront } from '../support/site/site-front.ts'

const PATIENCE = { timeout: 15_000 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('another site cannot show a page of this site in a frame [T13]', async () => {
  const { url } = inject('site')
  const intruder = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    if (request.url === '/own') response.end('<h1>Its own</h1>')
    else response.end(`<iframe src="/own"></iframe><iframe src="${url}/"></iframe>`)
  })
  intruder.listen({ host: '127.0.0.1', port: 0 })
  await once(intruder, 'listening')
  onTestFinished(() => {
    intruder.close()
    intruder.closeAllConnections()
  })
  const { page, complaints, close } = await openPage(browser)
  onTestFinished(close)
  await page.goto(`http://127.0.0.1:${(intruder.address() as AddressInfo).port}/`)

  await expect
    .poll(() => complaints.join('\n'), PATIENCE)
    .toMatch(/frame-ancestors|X-Frame-Options/i)
  const [, own, ours] = page.frames()
  expect(await own?.locator('h1').textContent()).toBe('Its own')
  expect(await ours?.locator('h1').count()).toBe(0)
  expect(await ours?.content()).not.toContain('Finlore')
})

describe('the boot script of every page', () => {
  test.each([
    ['runs as it was built', '', true],
    ['does not run when a byte was added on its way, and the page reads on', '\n', false],
  ])('%s [T24]', async (_name, added, runs) => {
    const front = await createSiteFront(inject('site').url)
    onTestFinished(front.close)
    const html = await (await fetch(front.url)).text()
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? []
    const text = (await (await fetch(front.url + script)).text()) + added
    front.answers.set(script, { type: 'text/javascript', text })

    const { page, complaints, close } = await openPage(browser, { serviceWorkers: 'block' })
    onTestFinished(close)
    await page.goto(front.url)
    if (runs) {
      await untilHydrated(page)
      expect(complaints).toEqual([])
      return
    }
    await expect.poll(() => complaints.join('\n'), PATIENCE).toContain('integrity')
    expect(await page.locator('html[data-hydrated]').count()).toBe(0)
    await page.locator('main a[href^="/articles/"]').first().click()
    await expect.poll(() => page.url(), PATIENCE).toContain('/articles/')
    expect(await page.locator('main h1').textContent()).not.toBe('')
  })
})
