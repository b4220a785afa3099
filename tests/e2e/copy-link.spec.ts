import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'

const { url } = inject('site')
const PATH = '/articles/how-a-broad-index-etf-works'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
/** Removes the clipboard, as in older browsers. */
const OLD = 'Object.defineProperty(navigator, "clipboard", { value: undefined })'
const OLDER = `${OLD}; document.execCommand = () => false`

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface CopyOptions extends BrowserContextOptions {
  /** Runs before the page's own scripts. */
  script?: string
  hasFixedClock?: boolean
}

async function openArticle({ script, hasFixedClock, ...options }: CopyOptions = {}) {
  const opened = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const { page } = opened
  if (script) await page.addInitScript(script)
  if (hasFixedClock) await page.clock.install()
  await page.goto(`${url}${PATH}?from=letter#sources`)
  if (hasFixedClock) await page.clock.runFor(5_000)
  await untilHydrated(page)
  return { ...opened, button: page.locator('.byline .copy-link') }
}

const readClipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()')
const announced = (page: Page) => page.locator('#gatsby-announcer').textContent()
const isCopied = (page: Page) => page.locator('.copy-link[data-copied]').count()

describe('the copy button', () => {
  test.each([
    { how: 'a click', hasTouch: false },
    { how: 'a tap', hasTouch: true },
    { how: 'the keyboard', hasTouch: false },
  ])(
    'copies the address of the article by $how, and keeps focus and width',
    async ({ how, hasTouch }) => {
      const { page, button, complaints, close } = await openArticle({ hasTouch })
      const before = await button.boundingBox()
      expect(await button.innerText()).toBe('Copy link')
      if (hasTouch) await button.tap()
      else if (how === 'a click') await button.click()
      else await button.press('Enter')
      await page.waitForSelector('.copy-link[data-copied]')

      expect(await readClipboard(page)).toBe(url + PATH)
      expect(await button.innerText()).toBe('Copied')
      expect(await page.getByRole('button', { name: 'Copied', exact: true }).count()).toBe(1)
      expect(await announced(page)).toBe('Copied')
      expect(await button.boundingBox()).toEqual(before)
      expect(await page.evaluate('document.activeElement.className')).toBe('copy-link')
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('shows the confirmation for 3000 ms after the last copy [M-405, E72]', async () => {
    const { page, button, close } = await openArticle({ hasFixedClock: true })
    await button.click()
    await page.waitForSelector('.copy-link[data-copied]')
    await page.clock.runFor(2_500)
    expect(await isCopied(page)).toBe(1)
    await button.click()
    await page.evaluate('navigator.clipboard.readText()')
    await page.clock.runFor(2_500)
    expect(await isCopied(page)).toBe(1)
    await page.clock.runFor(1_000)
    expect(await isCopied(page)).toBe(0)
    expect(await button.innerText()).toBe('Copy link')
    expect(await announced(page)).toBe('')
    await close()
  })

  test('works before React has hydrated', async () => {
    const { page, close } = await openPage(browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: 'block',
    })
    await page.route('**/assets/hydrate-*.js', (route) => route.abort())
    await page.goto(url + PATH)
    await page.waitForSelector('.menu-button[aria-expanded]')
    await page.locator('.byline .copy-link').click()
    await page.waitForSelector('.copy-link[data-copied]')
    expect(await readClipboard(page)).toBe(url + PATH)
    await close()
  })

  test('is visible from the first paint, so that the layout does not shift', async () => {
    const { page, close } = await openPage(browser, { serviceWorkers: 'block' })
    const go = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await go.promise
      await route.continue()
    })
    await page.goto(url + PATH, { waitUntil: 'domcontentloaded' })
    // An earlier measurement could precede the style sheet.
    const paints = () =>
      page.evaluate('performance.getEntriesByName("first-contentful-paint").length')
    await expect.poll(paints).toBe(1)
    const button = page.locator('.byline .copy-link')
    const before = await button.boundingBox()
    expect(before?.height).toBeGreaterThanOrEqual(44)
    go.resolve()
    await untilHydrated(page)
    expect(await button.boundingBox()).toEqual(before)
    await close()
  })

  test('is hidden without scripts', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(url + PATH)
    const buttons = await page.locator('[data-copy-path]').all()
    expect(buttons).toHaveLength(2)
    for (const button of buttons) expect(await button.isVisible()).toBe(false)
    await close()
  })

  test('is above and below the text in a wide window, and only below it in a narrow one', async () => {
    const { page, button, close } = await openArticle({ viewport: { width: 360, height: 740 } })
    expect(await button.isVisible()).toBe(false)
    const below = page.locator('#article-body + .copy-link')
    await below.click()
    await page.waitForSelector('.copy-link[data-copied]')
    expect(await readClipboard(page)).toBe(url + PATH)
    expect(await below.innerText()).toBe('Copied')
    await page.setViewportSize({ width: 577, height: 740 })
    expect([await button.isVisible(), await below.isVisible()]).toEqual([true, true])
    await close()
  })
})

describe('a browser without a clipboard', () => {
  test('copies by selecting, and the selection of the reader stays', async () => {
    const { page, button, close } = await openArticle({ script: OLD })
    await page.evaluate('getSelection().selectAllChildren(document.querySelector("h1"))')
    const selected = await page.evaluate('getSelection().toString()')
    // Pressing a mouse button would clear the selection.
    await button.press('Enter')
    await page.waitForSelector('.copy-link[data-copied]')
    expect(await page.evaluate('getSelection().toString()')).toBe(selected)
    expect(await page.locator('.copy-holder').count()).toBe(0)

    const field = page.locator('header input[name=q]')
    await field.click()
    await page.keyboard.press('ControlOrMeta+V')
    expect(await field.inputValue()).toBe(url + PATH)
    await close()
  })

  test.each([
    { keys: '⌘+C', userAgent: MAC },
    { keys: 'Ctrl+C', userAgent: undefined },
  ])(
    'shows the address and says “$keys”, and does not claim to have copied [M-810]',
    async ({ keys, userAgent }) => {
      const { page, button, close } = await openArticle({
        script: OLDER,
        ...(userAgent && { userAgent }),
      })
      const prompts: string[][] = []
      page.on('dialog', async (dialog) => {
        prompts.push([dialog.type(), dialog.message(), dialog.defaultValue()])
        await dialog.accept()
      })
      await button.click()
      expect(prompts).toEqual([['prompt', `Copy to clipboard: ${keys}, Enter`, url + PATH]])
      expect(await isCopied(page)).toBe(0)
      expect(await announced(page)).toBe('')
      await close()
    },
  )
})
