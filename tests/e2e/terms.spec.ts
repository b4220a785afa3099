import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const NARROW = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }
const FINGER = { viewport: NARROW, hasTouch: true, isMobile: true }

async function openArticle(options: Parameters<typeof openPage>[1] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, { viewport: WIDE, ...options })
  await watched.page.goto(url + PAGE_KINDS.article)
  return watched
}

const terms = (page: Page) => page.locator('#article-body a.term')
const popover = (page: Page) => page.locator('.term-popover')

async function untilClosed(page: Page): Promise<void> {
  await popover(page).waitFor({ state: 'hidden' })
}

/** The definition of the n-th term in the list under the text. */
async function readList(page: Page, number: number) {
  const entry = page.locator('.terms dl > div').nth(number)
  return {
    name: (await entry.locator('dt').textContent()) ?? '',
    definition: (await entry.locator('dd').textContent()) ?? '',
    path: (await entry.locator('a').getAttribute('href')) ?? '',
  }
}

/** Whether an element is completely visible in a window of this width. */
async function expectInside(page: Page, width: number): Promise<void> {
  const box = await popover(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
}

describe.each([NARROW, WIDE])('without scripts, $width px wide,', (viewport) => {
  test('a term is a link to its article, and the list under the text has its definition', async () => {
    const { page, close } = await openArticle({ viewport, javaScriptEnabled: false })
    const count = await terms(page).count()
    expect(count).toBeGreaterThan(1)
    expect(count).toBeLessThanOrEqual(8)
    expect(await page.locator('.terms dd').count()).toBe(count)
    for (let number = 0; number < count; number++) {
      const link = terms(page).nth(number)
      const { name, definition, path } = await readList(page, number)
      expect(await link.getAttribute('href')).toBe(path)
      expect(name).not.toBe('')
      const described = await link.getAttribute('aria-describedby')
      expect(await page.locator(`#${described}`).textContent()).toBe(definition)
      expect(definition.length).toBeLessThanOrEqual(140)
    }

    const { path } = await readList(page, 0)
    await terms(page).first().click()
    await page.waitForURL(url + path)
    await close()
  })
})

describe.each([
  ['with a finger', FINGER],
  ['with a mouse', { viewport: WIDE }],
] as const)('%s', (_name, options) => {
  test('a term opens its definition, and closes it again', async () => {
    const { page, complaints, close } = await openArticle(options)
    await untilHydrated(page)
    const { name, definition, path } = await readList(page, 0)
    const link = terms(page).first()
    const press = () => ('hasTouch' in options ? link.tap() : link.click())

    await press()
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain(definition)
    expect(await dialog.getByRole('link').getAttribute('href')).toMatch(new RegExp(`${path}$`))
    expect(await dialog.getByRole('link').textContent()).toBe('More about this term')
    expect(await link.getAttribute('aria-expanded')).toBe('true')
    expect(await link.getAttribute('aria-haspopup')).toBe('dialog')
    await expectInside(page, options.viewport.width)
    expect(new URL(page.url()).pathname).toBe(PAGE_KINDS.article)

    await press()
    await untilClosed(page)
    await expect.poll(() => link.getAttribute('aria-expanded')).toBe('false')
    await press()
    await dialog.waitFor()
    await page.locator('.article h1').click()
    await untilClosed(page)
    expect(complaints).toEqual([])
    await close()
  })

  test('every term has its popover beside it, inside the window', async () => {
    const { page, close } = await openArticle(options)
    await untilHydrated(page)
    const count = await terms(page).count()
    for (let number = 0; number < count; number++) {
      const link = terms(page).nth(number)
      await link.scrollIntoViewIfNeeded()
      await ('hasTouch' in options ? link.tap() : link.click())
      const { name } = await readList(page, number)
      await page.getByRole('dialog', { name }).waitFor()
      await expectInside(page, options.viewport.width)
      const [word, box] = [await link.boundingBox(), await popover(page).boundingBox()]
      if (!word || !box) throw new Error('Both can be seen')
      const below = box.y - (word.y + word.height)
      const above = word.y - (box.y + box.height)
      expect(Math.max(below, above)).toBeGreaterThanOrEqual(-word.height)
      expect(Math.max(below, above)).toBeLessThan(40)
    }
    await close()
  })
})

test('the keyboard opens a term, moves into it, on from it, and back', async () => {
  const { page, close } = await openArticle()
  await untilHydrated(page)
  const focused = () => page.evaluate<string>('document.activeElement.className')
  const link = terms(page).first()

  await link.focus()
  await page.keyboard.press('Enter')
  await popover(page).waitFor()
  expect(await focused()).toBe('term-popover')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('arrow-link')
  await page.keyboard.press('Shift+Tab')
  await untilClosed(page)
  expect(await focused()).toBe('term')

  await page.keyboard.press('Enter')
  await popover(page).waitFor()
  await page.keyboard.press('Escape')
  await untilClosed(page)
  expect(await focused()).toBe('term')

  await page.keyboard.press('Enter')
  await popover(page).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await untilClosed(page)
  const after = await page.evaluate<boolean>(
    `document.querySelector('a.term').compareDocumentPosition(document.activeElement) === 4`,
  )
  expect(after).toBe(true)
  await close()
})

test('the link in a popover navigates without a document, and terms open on the next page too', async () => {
  const { page, complaints, close } = await openArticle()
  await untilHydrated(page)
  await page.evaluate('window.isSameDocument = true')
  const { path } = await readList(page, 0)
  await terms(page).first().click()
  await popover(page).getByRole('link').click()
  await page.waitForURL(url + path)
  await untilClosed(page)
  await page.goBack()
  await page.waitForURL(url + PAGE_KINDS.article)
  await terms(page).nth(1).click()
  await popover(page).waitFor()
  await page.goForward()
  await page.waitForURL(url + path)
  await untilClosed(page)
  expect(await page.evaluate('window.isSameDocument')).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('hovering opens a term, which closes when the mouse has left it', async () => {
  const { page, close } = await openArticle()
  await untilHydrated(page)
  await page.clock.install()
  for (const number of [0, 1]) {
    await terms(page).nth(number).hover()
    await popover(page).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
    await popover(page).hover()
    await page.clock.runFor(600)
    expect(await popover(page).isVisible()).toBe(true)
    await page.mouse.move(2, 2)
    await untilClosed(page)
  }

  // A mouse that passes over the term.
  await terms(page).first().hover()
  await page.mouse.move(2, 2)
  // One that had opened would not have closed yet.
  await page.clock.runFor(100)
  expect(await popover(page).isVisible()).toBe(false)
  await page.clock.runFor(500)
  expect(await popover(page).isVisible()).toBe(false)

  // A click keeps a popover open that a resting mouse has opened.
  await terms(page).first().hover()
  await popover(page).waitFor()
  await terms(page).first().click()
  await page.mouse.move(2, 2)
  await page.clock.runFor(600)
  expect(await popover(page).isVisible()).toBe(true)
  await close()
})

test('a click with a modifier key opens a new tab', async () => {
  const { page, close } = await openArticle()
  await untilHydrated(page)
  const { path } = await readList(page, 0)
  for (const options of [
    { modifiers: ['Control'] as 'Control'[] },
    { button: 'middle' as const },
  ]) {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      terms(page).first().click(options),
    ])
    await tab.waitForURL(url + path)
    await tab.close()
  }
  expect(new URL(page.url()).pathname).toBe(PAGE_KINDS.article)
  await close()
})

test('a popover that cannot be loaded is requested again, and its term links to its page', async () => {
  const { page, close } = await openPage(browser, { viewport: WIDE, serviceWorkers: 'block' })
  let refused = 0
  await page.route(/term-popover/, (route) => {
    refused += 1
    return route.abort()
  })
  let loaded = 0
  page.on('load', () => {
    loaded += 1
  })
  await page.goto(url + PAGE_KINDS.article)
  await untilHydrated(page)

  await terms(page).first().hover()
  await expect.poll(() => refused).toBe(2)
  await page.mouse.move(0, 0)
  await terms(page).first().hover()
  await expect.poll(() => refused).toBe(3)
  expect(loaded).toBe(1)
  const { path } = await readList(page, 0)
  await terms(page).first().click()
  await page.waitForURL(url + path)
  await expect.poll(() => loaded).toBe(2)
  await close()
})

describe('axe finds nothing while a term is open', () => {
  test.each([NARROW, WIDE])('$width px wide', async (viewport) => {
    const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    const options = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
    const { page, close } = await openArticle(options)
    await untilHydrated(page)
    await page.evaluate(await readFile(source, 'utf8'))
    await terms(page).first().click()
    await popover(page).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const faults = await page.evaluate<string[]>(`axe
        .run('html', { rules: { 'target-size': { enabled: true } } })
        .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary)))`)
      expect(faults, colorScheme).toEqual([])
    }
    await close()
  })
})
