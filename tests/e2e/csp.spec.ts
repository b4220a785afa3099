import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { EVERY_KIND, type Kind, openHydrated, openKind } from '../support/site/every-page-kind.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const LISTEN = `globalThis.violations = []
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
  violations.push([effectiveDirective, blockedURI, sample].join(' '))
}, true)`

/** The browser logs the status of a missing page; every other message is a fault. */
const STATUS = /the server responded with a status of (?:404|410|500)/

async function openListening(): Promise<WatchedPage> {
  const watched = await openPage(browser)
  // The driver's own scripts are not subject to the page's policy.
  await watched.page.addInitScript(LISTEN)
  return watched
}

const complaintsOf = async ({ page, complaints }: WatchedPage) => [
  ...complaints.filter((text) => !STATUS.test(text)),
  ...(await page.evaluate<string[]>('violations')),
]

describe('the policy and the console report nothing', () => {
  test.each(EVERY_KIND)('on %s while React hydrates [E26]', async (kind) => {
    const watched = await openListening()
    await openHydrated(watched.page, kind)

    expect(await complaintsOf(watched)).toEqual([])
    await watched.close()
  })

  test('while the menu opens, titles are searched and an address is copied', async () => {
    const watched = await openListening()
    const { page } = watched
    await openHydrated(page, 'article')

    await page.locator('.menu-button').click()
    await page.locator('.menu-panel summary').first().click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const copy = page.locator('[data-copy-path]').first()
    await copy.click()
    await page.waitForSelector('[data-copied]')
    const answered = page.waitForResponse((response) => response.url().includes('/api/search'))
    await page.locator('.site-header input[name=q]').fill('bond')
    await answered
    await page.waitForSelector('.site-header [role=option]')

    expect(await complaintsOf(watched)).toEqual([])
    await watched.close()
  })

  test('do report an inline style and an assignment of HTML', async () => {
    const watched = await openListening()
    const { page } = watched
    await openHydrated(page, 'home')
    await page.evaluate(`{
      const probe = document.createElement('p')
      const style = document.createElement('style')
      style.textContent = 'p { color: red }'
      document.body.append(probe, style)
      probe.setAttribute('style', 'color: red')
      try { probe.innerHTML = '<b>text</b>' } catch {}
    }`)
    await expect.poll(() => page.evaluate('violations.length')).toBe(3)

    const said = (await complaintsOf(watched)).join('\n')
    expect(said).toMatch(/^style-src-elem /m)
    expect(said).toMatch(/^style-src-attr /m)
    expect(said).toMatch(/^require-trusted-types-for /m)
    await watched.close()
  })
})

describe('the HTML alone holds no style, script or handler [P7]', () => {
  test.each(EVERY_KIND)('of %s', async (kind) => {
    expect(await findInline(kind)).toEqual([])
  })
})

/** Read without scripts, so that this is the HTML that the server sent. */
async function findInline(kind: Kind): Promise<string[]> {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await openKind(page, kind)
  const found = await page.evaluate<string[]>(`(() => {
    const DATA = ['application/json', 'application/ld+json']
    const isRun = (node) =>
      node.localName === 'style' ||
      (node.localName === 'script' && !node.src && !DATA.includes(node.type))
    return [...document.querySelectorAll('*')].flatMap((node) => [
      ...(isRun(node) ? [node.outerHTML] : []),
      ...[...node.attributes]
        .filter(({ name, value }) =>
          name === 'style' || name.startsWith('on') || /^\\s*(?:javascript|data):/i.test(value))
        .map(({ name, value }) => node.localName + ' ' + name + '=' + value),
    ])
  })()`)
  await close()
  return found
}
