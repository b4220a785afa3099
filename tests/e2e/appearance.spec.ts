import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const HEIGHT_PX = 800
const DESK = { width: 1280, height: HEIGHT_PX }
const ARTICLE = '/articles/annual-fee-card-break-even-spending'

const isOfReact = (address: string) => /\/assets\/(?:react-root|hydrate)-/.test(address)

test('a script marks the current section where the style sheet cannot', async () => {
  const { page, complaints, close } = await openPage(browser, { viewport: DESK })
  await page.addInitScript('CSS.supports = () => false')
  await page.goto(url + ARTICLE)
  await untilHydrated(page)
  const marked = page.locator('.contents [aria-current=location]')
  const links = await page.locator('.contents a').allTextContents()
  for (const section of [2, 0, 3]) {
    await page.locator('.contents a').nth(section).click()
    await expect.poll(() => marked.allTextContents()).toEqual([links[section]])
  }
  const weight = await page.evaluate(
    `getComputedStyle(document.querySelector('.contents [aria-current=location]')).fontWeight`,
  )
  expect(weight).toBe('600')
  expect(complaints).toEqual([])
  await close()
})

test('a dark page and the area around it are dark before the style sheet arrives', async () => {
  const { page, close } = await openPage(browser, { colorScheme: 'dark', javaScriptEnabled: false })
  await page.route('**/*.css', (route) => route.abort())
  await page.goto(url)
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(255, 255, 255)')
  for (const [scheme, color] of [
    ['light', '#ffffff'],
    ['dark', '#0f1613'],
  ] as const) {
    const theme = page.locator(`meta[name=theme-color][media="(prefers-color-scheme: ${scheme})"]`)
    expect(await theme.getAttribute('content')).toBe(color)
  }
  await close()
})

test('the separator between two facts of a byline is on their line only', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(url + ARTICLE)
  const seen = new Set<boolean>()
  for (const width of [320, 360, 480, 576, 768, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const facts = await page.evaluate<{ isFirst: boolean; hasPoint: boolean; end: string }[]>(`
      [...document.querySelectorAll('.byline-facts > span:not(:first-child)')].map((fact) => {
        const { left, top, height } = fact.getBoundingClientRect()
        const before = fact.previousElementSibling.getBoundingClientRect()
        const em = parseFloat(getComputedStyle(fact).fontSize)
        return {
          isFirst: before.top < top - 1,
          hasPoint: document.elementFromPoint(left - 0.6 * em, top + height / 2) === fact,
          end: getComputedStyle(fact, '::after').content,
        }
      })`)
    expect(facts.length).toBe(3)
    for (const { isFirst, hasPoint, end } of facts) {
      expect(hasPoint, `at ${width} px`).toBe(!isFirst)
      expect(end).toBe('none')
      seen.add(isFirst)
    }
  }
  expect(seen.size).toBe(2)
  await close()
})

describe('a visited link looks different', () => {
  test.each([
    ['in a text', ARTICLE, '.prose a[href^="/articles/"]:not(.term)'],
    ['as the title of a card', PAGE_KINDS.category, '.cards .card-title a'],
  ])('%s, in both colour schemes', async (_where, path, selector) => {
    const { page, close } = await openPage(browser, { viewport: DESK, javaScriptEnabled: false })
    await page.goto(url + path)
    const link = page.locator(selector).first()
    const setOpened = await forceVisited(page, selector)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await setOpened(false)
      const before = await link.screenshot()
      expect(before.equals(await link.screenshot())).toBe(true)
      await setOpened(true)
      expect(before.equals(await link.screenshot()), colorScheme).toBe(false)
    }
    await close()
  })

  /** Pages cannot know which links a reader opened, so the developer tools set the state. */
  async function forceVisited(page: Page, selector: string) {
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    return (isVisited: boolean) =>
      session.send('CSS.forcePseudoState', {
        nodeId,
        forcedPseudoClasses: isVisited ? ['visited'] : [],
      })
  }
})

test('no title of a card ends in a single word', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  const faults: string[] = []
  let broken = 0
  for (const path of ['/', PAGE_KINDS.category, PAGE_KINDS.subcategory, ARTICLE]) {
    await page.goto(url + path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: HEIGHT_PX })
      const titles = await page.evaluate<{ title: string; lines: number[] }[]>(`
        [...document.querySelectorAll('.card-title a')].map(({ firstChild }) => {
          const words = [...firstChild.data.matchAll(/\\S+/g)]
          const counts = new Map()
          for (const { index, 0: { length } } of words) {
            const range = document.createRange()
            range.setStart(firstChild, index)
            range.setEnd(firstChild, index + length)
            const line = Math.round(range.getBoundingClientRect().bottom)
            counts.set(line, (counts.get(line) ?? 0) + 1)
          }
          return { title: firstChild.data, lines: [...counts.values()] }
        })`)
      for (const { title, lines } of titles) {
        if (lines.length > 1) broken += 1
        if (lines.length > 1 && lines.at(-1) === 1) faults.push(`${title}, at ${width} px`)
      }
    }
  }
  expect(broken).toBeGreaterThan(10)
  expect(faults).toEqual([])
  await close()
})

test('the logo is 72 pixels wide and high in every window [M-908]', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(url)
  for (const width of [320, 360, 576, 577, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const box = await page.locator('.site-header .logo').boundingBox()
    expect([box?.width, box?.height], `at ${width} px`).toEqual([72, 72])
  }
  await close()
})

test('React is not loaded where a browser saves data, and links, menu and search work', async () => {
  const { page, complaints, close } = await openPage(browser, { viewport: DESK })
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })`,
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url + ARTICLE)
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }))')
  await page.locator('.site-header input[name=q]').pressSequentially('bond')
  await page.locator('.site-header [role=option]').first().waitFor()
  await page.locator('.menu-button').click()
  await page.locator('.menu-panel').waitFor()
  await page.locator('footer a[href="/authors"]').click()
  await page.waitForURL(`${url}/authors`)
  expect(asked.some((address) => address.includes('/assets/entry-client-'))).toBe(true)
  expect(asked.filter(isOfReact)).toEqual([])
  expect(asked.some((address) => address === `${url}/authors`)).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('a print has the public address of the page that is shown, and a screen does not', async () => {
  const { page, close } = await openPage(browser, { viewport: DESK })
  const printed = () =>
    page.evaluate<{ text: string; height: number }>(`(() => {
      const link = document.querySelector('link[rel=canonical]')
      const { height } = link.getBoundingClientRect()
      const { content } = getComputedStyle(link, '::after')
      return { text: content === 'none' ? '' : JSON.parse(content), height }
    })()`)
  await page.goto(url + ARTICLE)
  await untilHydrated(page)
  expect((await printed()).height).toBe(0)
  await page.emulateMedia({ media: 'print' })
  const { text, height } = await printed()
  expect(new URL(text).pathname).toBe(ARTICLE)
  expect(height).toBeGreaterThan(0)

  await page.emulateMedia({ media: 'screen' })
  await page.locator('footer a[href="/authors"]').click()
  await page.waitForURL(`${url}/authors`)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => new URL((await printed()).text).pathname).toBe('/authors')
  await close()
})
