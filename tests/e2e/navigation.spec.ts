import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, requestByNode } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { LEAD, PAGE_KINDS } from '../support/site/page-paths.ts'

// The numbers are those of the runtime's conformance tests.

let browser: Browser
const { url } = inject('site')
const ARTICLE = LEAD.path
const LIST = PAGE_KINDS.subcategory

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** No service worker, because these tests watch and answer the requests of the page. */
const NO_WORKER = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' } as const

/** Opens a page, waits for its hydration, and counts the documents that are loaded afterwards. */
async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const watched = await openPage(browser, { ...NO_WORKER, ...options })
  const { page } = watched
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.goto(url + path)
  await untilHydrated(page)
  return { ...watched, documents: () => documents - 1 }
}

const headingIs = (page: Page, text: string | RegExp) =>
  expect.poll(() => page.locator('main h1').textContent(), { timeout: 10_000 }).toMatch(text)
const scrollOf = (page: Page) => page.evaluate<number>('scrollY')
const addressOf = (page: Page) => page.url().slice(url.length)
/** Until the runtime has saved where the reader is on the page. @returns how far it is scrolled */
async function untilScrollIsSaved(page: Page): Promise<number> {
  const saved = () =>
    page.evaluate<boolean>(`Object.entries(sessionStorage).some(
      ([name, value]) => name === '@@scroll|' + location.pathname + '|' + (history.state?.key ?? 'initial')
        && JSON.parse(value)[1] === Math.round(scrollY))`)
  await expect.poll(saved).toBe(true)
  return scrollOf(page)
}

/** Until the page is scrolled far from its top, and no longer moves: browsers scroll smoothly. */
async function untilScrolledFar(page: Page): Promise<void> {
  let former = 0
  const isAtRest = async () => {
    const before = former
    former = await scrollOf(page)
    return former > 300 && former === before
  }
  await expect.poll(isAtRest, { interval: 100 }).toBe(true)
}

describe('a click on a link', () => {
  test('shows the page under its own title, description and address, without a document [E48]', async () => {
    const { page, documents, complaints, close } = await open('/')
    const titles: string[] = []
    await page.exposeFunction('noteTitle', (title: string) => titles.push(title))
    await page.evaluate(`new MutationObserver(() => noteTitle(document.title))
      .observe(document.head, { childList: true, subtree: true, characterData: true })`)
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(page, LEAD.title)

    expect(addressOf(page)).toBe(ARTICLE)
    expect(documents()).toBe(0)
    const here = await headOf(page)
    for (const [name, values] of Object.entries(here)) expect(values, name).toHaveLength(1)
    expect(titles).not.toContain('')
    const alone = await open(ARTICLE)
    expect(here).toEqual(await headOf(alone.page))
    await alone.close()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(Object.entries(PAGE_KINDS))(
    'shows the same as the document of the page: %s [E48]',
    async (kind, path) => {
      const { page, documents, close } = await open(path === '/' ? '/terms' : '/')
      await follow(page, path)
      const alone = await open(path)
      const wanted = await wordsAndLinks(alone.page)
      await expect.poll(() => wordsAndLinks(page), { timeout: 10_000 }).toEqual(wanted)
      expect(addressOf(page)).toBe(path)
      // A withdrawn article has no data: only its document says that it was withdrawn.
      expect(documents()).toBe(kind === 'gone' ? 1 : 0)
      await alone.close()
      await close()
    },
  )

  test('moves the focus to the start, and announces the page once [E45, E46]', async () => {
    const { page, close } = await open('/')
    const said = () => page.locator('#gatsby-announcer').textContent()
    const focused = () =>
      page.evaluate('document.activeElement.id || document.activeElement.tagName')
    expect(await said()).toBe('')
    expect(await focused()).toBe('BODY')
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(page, LEAD.title)
    const heading = await page.locator('main h1').textContent()
    await expect.poll(said).toBe(`Navigated to ${heading}`)
    expect(await focused()).toBe('gatsby-focus-wrapper')
    await close()
  })

  test('marks the present page in the menu, and closes it', async () => {
    const { page, documents, close } = await open('/')
    await page.locator('.menu-button').click()
    await page.locator('.menu-panel summary').first().click()
    const leaf = page.locator('.menu-panel details[open] a:visible').first()
    const href = await leaf.getAttribute('href')
    await leaf.click()
    await expect.poll(() => addressOf(page)).toBe(href)
    expect(documents()).toBe(0)
    expect(await page.locator('.menu-panel').isVisible()).toBe(false)
    const marked = () =>
      page.evaluate(
        `[...document.querySelectorAll('header [aria-current]')].map((node) => node.getAttribute('href'))`,
      )
    await expect.poll(marked).toEqual([href])
    await close()
  })

  test('after hovering shows the prefetched and rendered page at once', async () => {
    const { page, documents, complaints, close } = await open('/')
    const home = await page.locator('main h1').textContent()
    await page.clock.install()
    await page.evaluate(`{ globalThis.former = document.querySelector('main') }`)
    const loaded = page.waitForResponse(`**/page-data${ARTICLE}/page-data.json`)
    await page.locator(`main a[href="${ARTICLE}"]`).first().hover()
    await loaded
    // Longer than a pointer has to rest, and then until the browser is idle.
    await page.clock.runFor(500)
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 10_000 }))')
    expect(await page.locator('main h1').textContent()).toBe(home)
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(page, LEAD.title)
    expect(await page.evaluate(`document.querySelector('main') === former`)).toBe(false)
    expect(await page.locator('main').count()).toBe(1)

    const alone = await open(ARTICLE)
    expect(await wordsAndLinks(page)).toEqual(await wordsAndLinks(alone.page))
    await alone.close()
    await page.goBack()
    await expect.poll(() => page.locator('main h1').textContent()).toBe(home)
    expect(documents()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('lays out the top of a page first, and the rest a frame later', async () => {
    const { page, close } = await open('/')
    const heights = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll('.prose > p')].map(({ clientHeight }) => clientHeight)`,
      )
    await page.evaluate(`{
      globalThis.frames = []
      globalThis.nextFrame = requestAnimationFrame
      globalThis.requestAnimationFrame = (callback) => frames.push(callback)
    }`)
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(page, LEAD.title)
    const [top, ...rest] = await heights()
    expect(top).toBeGreaterThan(0)
    expect(rest.at(-1)).toBe(0)

    await page.evaluate('globalThis.frames.forEach(nextFrame)')
    await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThan(0)
    await close()
  })

  test('on a page whose data never arrives loads its document [E54]', async () => {
    const { page, documents, close } = await open('/')
    await page.route(`**/page-data${ARTICLE}/**`, () => {})
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await expect.poll(documents, { timeout: 20_000 }).toBe(1)
    await headingIs(page, LEAD.title)
    expect(addressOf(page)).toBe(ARTICLE)
    await page.goBack()
    await expect.poll(() => addressOf(page)).toBe('/')
    await close()
  })

  test('that is slow shows and announces that the page is loading [M-414, E41]', async () => {
    const { page, close } = await open('/')
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/page-data${ARTICLE}/**`, async (route) => {
      await asked
      await route.continue()
    })
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await page.waitForSelector('#page-progress')
    await expect.poll(() => page.locator('#gatsby-announcer').textContent()).toMatch(/loading/i)
    answer()
    await headingIs(page, LEAD.title)
    expect(await page.locator('#page-progress').count()).toBe(0)
    await close()
  })
})

describe('Back and Forward', () => {
  test('restore the scroll position, also after a longer page and a reload [E42, E50]', async () => {
    const { page, documents, close } = await open('/')
    await page.evaluate('scrollTo(0, 700)')
    await expect.poll(() => scrollOf(page)).toBe(700)
    const link = page.locator('main a[href^="/articles/"]:visible').nth(3)
    await link.scrollIntoViewIfNeeded()
    const home = await untilScrollIsSaved(page)
    await link.click()
    await page.waitForSelector('#article-body')
    await expect.poll(() => scrollOf(page)).toBe(0)
    await page.evaluate('scrollTo(0, 1500)')
    await untilScrollIsSaved(page)

    await page.goBack()
    await headingIs(page, /Money/)
    await expect.poll(async () => Math.abs((await scrollOf(page)) - home)).toBeLessThanOrEqual(5)
    await page.goForward()
    await page.waitForSelector('#article-body')
    await expect.poll(async () => Math.abs((await scrollOf(page)) - 1500)).toBeLessThanOrEqual(5)
    expect(documents()).toBe(0)
    await page.reload()
    await untilHydrated(page)
    await expect.poll(async () => Math.abs((await scrollOf(page)) - 1500)).toBeLessThanOrEqual(5)
    await close()
  })

  test('scroll to an anchor, to the top when it is missing, and Back restores the position [E43]', async () => {
    const { page, close } = await open(ARTICLE)
    const section = await page.locator('#article-body h2[id]').nth(2).getAttribute('id')
    await page.goto(url + LIST)
    await untilHydrated(page)
    await follow(page, `${ARTICLE}#${section}`)
    await page.waitForSelector('#article-body')
    await expect
      .poll(() =>
        page.evaluate<number>(`document.getElementById('${section}').getBoundingClientRect().top`),
      )
      .toBeLessThan(200)
    expect(await scrollOf(page)).toBeGreaterThan(300)

    await page.evaluate('scrollBy(0, 333)')
    const left = await untilScrollIsSaved(page)
    await follow(page, `${LIST}#no-such-place`)
    await expect.poll(() => addressOf(page)).toBe(`${LIST}#no-such-place`)
    await expect.poll(() => scrollOf(page)).toBe(0)
    await page.goBack()
    await page.waitForSelector('#article-body')
    await expect.poll(async () => Math.abs((await scrollOf(page)) - left)).toBeLessThanOrEqual(5)
    await close()
  })

  test('between anchors of one page move neither the focus nor the page [E45]', async () => {
    const { page, documents, close } = await open(ARTICLE)
    const link = page.locator('nav a[href^="#"]:visible').first()
    await link.click()
    await untilScrolledFar(page)
    expect(await page.evaluate('document.activeElement.id')).not.toBe('gatsby-focus-wrapper')
    await page.goBack()
    await expect.poll(() => addressOf(page)).toBe(ARTICLE)
    await expect.poll(() => scrollOf(page)).toBe(0)
    expect(documents()).toBe(0)
    await close()
  })

  test('to a page whose data fails load its document [E52]', async () => {
    const { page, documents, close } = await open(`${LIST}?from=x`)
    await page.locator('main a[href^="/articles/"]').first().click()
    await page.waitForSelector('#article-body')
    await page.route(`**/page-data${LIST}/**`, (route) => route.abort())
    await page.goBack()
    await expect.poll(documents, { timeout: 15_000 }).toBe(1)
    expect(addressOf(page)).toBe(`${LIST}?from=x`)
    await close()
  })

  test('a browser that stores nothing still navigates [E44]', async () => {
    const { page, complaints, documents, close } = await openPage(browser, NO_WORKER).then(
      async (watched) => {
        // Without storage a page does not reload itself when a script fails to load.
        await requestByNode(watched.page)
        await watched.page.addInitScript(`for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })
      }`)
        let count = -1
        watched.page.on('request', (request) => {
          if (request.isNavigationRequest()) count += 1
        })
        await watched.page.goto(url)
        await untilHydrated(watched.page)
        return { ...watched, documents: () => count }
      },
    )
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(page, LEAD.title)
    await page.goBack()
    await headingIs(page, /Money/)
    expect(documents()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a new version of the code', () => {
  const serveBuild = (page: Page, build: string) =>
    page.route('**/page-data/app-data.json', (route) =>
      route.fulfill({ json: { webpackCompilationHash: build } }),
    )

  test('reloads a document of the former version once [M-807, E32]', async () => {
    const { page, close } = await openPage(browser, NO_WORKER)
    await serveBuild(page, 'another-build')
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.goto(url)
    await expect.poll(() => documents).toBe(2)
    await untilHydrated(page)
    const checked = page.waitForResponse('**/app-data.json')
    await page.reload()
    await untilHydrated(page)
    await (await checked).finished()
    // A document that is about to be replaced never becomes idle.
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 10_000 }))')
    expect(documents).toBe(3)
    expect(await page.locator('main h1').count()).toBe(1)
    await close()
  })

  test('is loaded at the next click in a tab that was left open [E53]', async () => {
    const { page, documents, complaints, close } = await open('/')
    await serveBuild(page, 'another-build')
    await page.clock.install()
    await page.evaluate(`(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })()`)
    await page.clock.fastForward('05:01')
    const asked = page.waitForResponse('**/page-data/app-data.json')
    await page.evaluate(`(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })()`)
    await asked
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await expect.poll(documents, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
    await headingIs(page, LEAD.title)
    expect(documents()).toBeLessThanOrEqual(2)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the scripts', () => {
  const hydrating = (page: Page, timeout: number) =>
    page.waitForRequest(/\/assets\/hydrate-/, { timeout }).then(
      () => true,
      () => false,
    )

  test('are loaded at the first input of the reader, and not before [P6]', async () => {
    const { page, close } = await openPage(browser, {
      isStill: true,
      viewport: { width: 1280, height: 800 },
    })
    await page.goto(url)
    // The event that Chromium sends when a page appears under a resting mouse.
    await page.evaluate(`dispatchEvent(new PointerEvent('pointermove'))`)
    expect(await hydrating(page, 3_000)).toBe(false)
    const asked = hydrating(page, 10_000)
    await page.mouse.move(300, 300)
    expect(await asked).toBe(true)
    await untilHydrated(page)
    await close()
  })

  test('are loaded for a reader who stays on the page', async () => {
    const { page, close } = await openPage(browser, { isStill: true })
    await page.goto(url)
    await untilHydrated(page, 20_000)
    await close()
  })
})

test('the address bar shows the address that the server redirected to [E49]', async () => {
  const { page, close } = await open(`${ARTICLE}/?a=1`)
  expect(addressOf(page)).toBe(`${ARTICLE}?a=1`)
  await close()
})

test('a page with many links fetches no more of them than its budget [E63]', async () => {
  const { page, close } = await openPage(browser, {
    ...NO_WORKER,
    viewport: { width: 1280, height: 4000 },
  })
  const fetched: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('page-data.json')) fetched.push(request.url())
  })
  // The browser estimates the connection from requests that other tests have delayed.
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'connection', { value: { effectiveType: '4g' } })`,
  )
  await page.goto(url)
  await page.bringToFront()
  await untilHydrated(page)
  await expect.poll(() => fetched.length, { timeout: 15_000 }).toBe(4)
  expect(new Set(fetched).size).toBe(4)
  await close()
})

/** Clicks on a link that this adds to the page, so that every page can be opened from any other. */
const follow = (page: Page, href: string) =>
  page.evaluate(`(() => {
    const link = document.createElement('a')
    link.href = ${JSON.stringify(href)}
    document.body.append(link)
    link.click()
    link.remove()
  })()`)

const headOf = (page: Page) =>
  page.evaluate<Record<string, string[]>>(`({
    title: [...document.querySelectorAll('head title')].map((node) => node.textContent),
    description: [...document.querySelectorAll('meta[name=description]')].map((node) => node.content),
    canonical: [...document.querySelectorAll('link[rel=canonical]')].map((node) => node.href),
  })`)

async function wordsAndLinks(page: Page) {
  return page.evaluate(`({
    headings: [...document.querySelectorAll('main h1, main h2, main h3')].map((node) => node.textContent),
    links: [...document.querySelectorAll('main a[href]')].map((node) => node.getAttribute('href')),
    title: document.title,
  })`)
}
