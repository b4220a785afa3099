import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { LEAD, PAGE_KINDS } from '../support/site/page-paths.ts'
import { createSiteFront, type SiteFront } from '../support/site/site-front.ts'

const CLIENT = path.resolve(import.meta.dirname, '../../web/dist/client')
const { url: siteUrl } = inject('site')
const { subcategory: LIST, info: INFO } = PAGE_KINDS
const ARTICLE = LEAD.path
const PATIENCE = { timeout: 15_000, interval: 50 }

let browser: Browser
let front: SiteFront
let reader: WatchedPage
let page: Page
let documents: number
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  front = await createSiteFront(siteUrl)
  reader = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  page = reader.page
  documents = 0
  page.on('framenavigated', () => {
    documents += 1
  })
})
afterEach(async () => {
  await reader.close()
  await front.close()
})

const heading = () => page.locator('main h1').textContent()
const headingIs = (text: RegExp) => expect.poll(heading, PATIENCE).toMatch(text)
const pages = () =>
  page.evaluate<string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('finlore-pages-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)
const dataOf = (address: string) =>
  `/page-data${address === '/' ? '/index' : address}/page-data.json`
const isKept = (address: string) =>
  expect.poll(pages, PATIENCE).toEqual(expect.arrayContaining([address, dataOf(address)]))
const everythingKept = () =>
  page.evaluate<string[]>(`(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })()`)

const isControlled = () => page.evaluate('navigator.serviceWorker.controller !== null')

/** Opens a page and waits until the worker has cached it. */
async function read(address: string) {
  await page.goto(front.url + address)
  await untilHydrated(page)
  await isKept(address)
}
const tellWorker = (message: object) =>
  page.evaluate(`navigator.serviceWorker.controller.postMessage(${JSON.stringify(message)})`)
const updateWorker = () =>
  page.evaluate(
    `navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => {})`,
  )

describe('without a network', () => {
  test('a visited page is shown again, and is hydrated [M-707]', async () => {
    await read(ARTICLE)
    expect(reader.complaints).toEqual([])
    front.mode = 'cut'
    const response = await page.goto(front.url + ARTICLE)
    await untilHydrated(page)

    expect(response?.status()).toBe(200)
    expect(response?.fromServiceWorker()).toBe(true)
    expect(await heading()).toMatch(LEAD.title)
    expect(await page.evaluate('document.styleSheets.length')).toBe(1)
    expect(
      await page.evaluate('getComputedStyle(document.querySelector(".site-header")).display'),
    ).not.toBe('')
  })

  test('a page that was read light since is there as whole as before', async () => {
    await read(ARTICLE)
    await page.goto(`${front.url}${ARTICLE}?lite`)
    expect(await page.locator('html[data-lite]').count()).toBe(1)
    expect(await page.evaluate('document.styleSheets.length')).toBe(1)
    expect(await page.locator('script').count()).toBe(0)
    // The worker has taken the answer in when the next page is kept.
    await read(LIST)
    expect(await pages()).toContain(ARTICLE)
    front.mode = 'cut'
    await page.goto(front.url + ARTICLE)
    await untilHydrated(page)
    expect(await heading()).toMatch(LEAD.title)
  })

  test('shows the drawings that the reader has seen: the browser keeps them for good', async () => {
    await read('/articles/what-a-bond-is-and-why-its-price-moves')
    const drawing = page.locator('main img[src*="bond-certificate"]')
    const width = () =>
      page.evaluate<number>(`document.querySelector('main img[src*=bond-]').naturalWidth`)
    await drawing.scrollIntoViewIfNeeded()
    await expect.poll(width, PATIENCE).toBeGreaterThan(0)
    front.mode = 'cut'
    await page.reload()
    await drawing.scrollIntoViewIfNeeded()
    await expect.poll(width, PATIENCE).toBeGreaterThan(0)
  })

  test('links between visited pages work, whatever their queries', async () => {
    await read('/')
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(LEAD.title)
    await isKept(ARTICLE)
    front.mode = 'cut'

    await page.goto(`${front.url}/?utm_source=letter`)
    await untilHydrated(page)
    expect(await heading()).toMatch(/Money/)
    await page.evaluate('window.isSameDocument = true')
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(LEAD.title)
    expect(await page.evaluate('window.isSameDocument')).toBe(true)
  })

  test('another page shows a message and a list of the cached pages', async () => {
    await read(ARTICLE)
    const title = await page.title()
    front.mode = 'cut'
    const response = await page.goto(front.url + LIST)
    expect(response?.status()).toBe(503)
    expect(await heading()).toBe('This page cannot be reached')
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    const link = page.locator(`main li a[href="${ARTICLE}"]`)
    expect(await link.textContent()).toBe(title)
    await link.click()
    await headingIs(LEAD.title)

    await page.goto(`${front.url}/search?q=bond`)
    expect(await heading()).toBe('This page cannot be reached')
    front.mode = 'open'
    await page.getByText('Try again').click()
    await expect.poll(() => page.url(), PATIENCE).toBe(`${front.url}/search?q=bond`)
    expect(await page.locator('main input[name=q]').inputValue()).toBe('bond')
  })
})

test('a link to a page that is not cached shows the message at once', async () => {
  await read(ARTICLE)
  front.mode = 'cut'
  await page.context().setOffline(true)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.locator('.site-footer a[href="/terms"]').click()
  await headingIs(/^This page cannot be reached$/)
  expect(asked.filter((address) => address === dataOf('/terms')).length).toBeLessThan(3)
})

describe('with a network', () => {
  test('the answer of the server is preferred to the cached one', async () => {
    await read(INFO)
    front.replaced.set('<h1', '<h1 data-new')
    await page.goto(front.url + INFO)
    expect(await page.locator('h1[data-new]').count()).toBe(1)
    await untilHydrated(page)
    await expect
      .poll(() => page.evaluate(`caches.match('${INFO}').then((kept) => kept.text())`), PATIENCE)
      .toContain('<h1 data-new')
  })

  test('a cached page is shown when the server fails or is slow', async () => {
    await read(ARTICLE)
    front.answers.set(ARTICLE, { status: 503, type: 'text/html', text: '<h1>Failed</h1>' })
    await page.goto(front.url + ARTICLE)
    expect(await heading()).toMatch(LEAD.title)
    front.answers.clear()
    await untilHydrated(page)

    front.mode = 'silent'
    const started = performance.now()
    await page.goto(front.url + ARTICLE, { waitUntil: 'commit' })
    await headingIs(LEAD.title)
    expect(performance.now() - started).toBeGreaterThan(2_900)
    expect(performance.now() - started).toBeLessThan(6_000)
  })

  test('a withdrawn page is deleted from the cache', async () => {
    await read(INFO)
    front.answers.set(INFO, { status: 410, type: 'text/html', text: '<main><h1>Gone</h1></main>' })
    await page.goto(front.url + INFO)
    expect(await heading()).toBe('Gone')
    await expect.poll(pages, PATIENCE).not.toContain(INFO)
  })

  test('only pages and files of the build are cached, and of pages the last 20', async () => {
    await read('/')
    const links = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href')))]`,
    )
    const others = links
      .filter((href) => /^\/[a-z-]+(\/[a-z0-9-]+)?$/.test(href) && href !== '/search')
      .slice(0, 22)
    expect(others.length).toBe(22)
    await page.evaluate(
      `Promise.all(['/api/search?q=bond', '/page-data/app-data.json', '/feed.atom', '/feed.json', '/favicon.svg', '/page-data/search/page-data.json?q=bond', '/slice-data/header.json'].map((address) => fetch(address).then((answer) => answer.text())))`,
    )
    await page.goto(`${front.url}/search?q=bond`)
    await untilHydrated(page)
    for (const shownPath of others.slice(0, 15)) await tellWorker({ shownPath })
    await tellWorker({ shownPath: '/' })
    for (const shownPath of others.slice(15)) await tellWorker({ shownPath })
    await isKept(others.at(-1) ?? '')

    const wanted = [...others.slice(3, 15), '/', ...others.slice(15)]
    const kept = await pages()
    expect(kept.filter((address) => !address.startsWith('/page-data/'))).toEqual(wanted)
    expect(kept.filter((address) => address.startsWith('/page-data/')).sort()).toEqual(
      wanted.map(dataOf).sort(),
    )
    const rest = (await everythingKept())
      .map((url) => new URL(url))
      .filter(({ pathname }) => !kept.includes(pathname))
    expect(rest.filter(({ pathname }) => !/^\/assets\/|\.svg$/.test(pathname))).toEqual([])
    expect(rest.length).toBeLessThan(30)

    await tellWorker({ gatsbyApi: 'clearPathResources' })
    await expect.poll(pages, PATIENCE).toEqual([])
  })
})

describe('a new version of the code', () => {
  test('takes over at the next click, and keeps the visited pages', async () => {
    await read(ARTICLE)
    await read('/')
    const build = await page.evaluate<string>(
      `document.getElementById('hydration-data').dataset.build`,
    )
    const newBuild = 'f'.repeat(build.length)
    front.replaced.set(build, newBuild)
    await updateWorker()
    await expect.poll(() => page.evaluate('window.___swUpdated'), PATIENCE).toBe(true)
    await expect
      .poll(() => page.evaluate('caches.keys()'), PATIENCE)
      .toEqual([`finlore-assets-${newBuild}`, `finlore-pages-${newBuild}`])
    expect(await pages()).toEqual(expect.arrayContaining([ARTICLE, dataOf(ARTICLE), '/']))

    await page.evaluate('window.isOldDocument = true')
    await page.locator(`main a[href="${ARTICLE}"]`).first().click()
    await headingIs(LEAD.title)
    expect(await page.evaluate('window.isOldDocument')).toBe(undefined)
    await untilHydrated(page)
    expect(reader.complaints).toEqual([])
  })

  test('that only the pages have is not cached with the old files', async () => {
    await read(INFO)
    const build = await page.evaluate<string>(
      `document.getElementById('hydration-data').dataset.build`,
    )
    const worker = await readFile(path.join(CLIENT, 'sw.js'), 'utf8')
    front.answers.set('/sw.js', { type: 'text/javascript', text: worker })
    front.replaced.set(build, 'f'.repeat(build.length))
    await page.goto(front.url + INFO)
    await expect.poll(pages, PATIENCE).toEqual([])
  })
})

test('the removal worker deletes everything, and reloads the page once [E66, T20]', async () => {
  await read('/')
  const text = await readFile(path.join(CLIENT, 'sw-removal.js'), 'utf8')
  front.answers.set('/sw.js', { type: 'text/javascript', text })
  await page.evaluate('caches.open("workbox-runtime").then(() => {})')
  const before = documents
  const workersAsked = () => front.asked.filter((path) => path === '/sw.js').length
  const askedBefore = workersAsked()
  await updateWorker()
  await expect.poll(() => documents, PATIENCE).toBe(before + 1)
  await untilHydrated(page)

  const left = () =>
    page.evaluate(`(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      controlled: navigator.serviceWorker.controller !== null,
    }))()`)
  // The reloaded page registers the worker again, which removes itself and reloads nothing more.
  await expect.poll(workersAsked, PATIENCE).toBe(askedBefore + 2)
  await expect.poll(left, PATIENCE).toEqual({ caches: [], workers: 0, controlled: false })
  expect(documents).toBe(before + 1)
  expect(await left()).toEqual({ caches: [], workers: 0, controlled: false })
  expect(reader.complaints).toEqual([])
})

test('the worker of the former site is replaced, and its caches are deleted', async () => {
  const former = `self.addEventListener('install', (event) => {
      self.skipWaiting()
      event.waitUntil((async () => {
        const shell = () => new Response('<h1>Former shell</h1>', { headers: { 'content-type': 'text/html' } })
        await (await caches.open('gatsby-plugin-offline-runtime')).put('/', shell())
        await (await caches.open('workbox-precache-v1')).put('/offline-plugin-app-shell-fallback/index.html', shell())
      })())
    })
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
    self.addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(caches.match('/').then((kept) => kept || fetch(event.request)))
    })`
  front.answers.set('/sw.js', { type: 'text/javascript', text: former })
  front.answers.set('/', {
    type: 'text/html',
    text: `<h1>Former site</h1><script>navigator.serviceWorker.register('/sw.js')</script>`,
  })
  await page.goto(front.url)
  await expect.poll(isControlled, PATIENCE).toBe(true)
  front.answers.clear()

  await page.goto(front.url)
  expect(await page.locator('h1').textContent()).toBe('Former shell')
  await expect
    .poll(() => page.evaluate('caches.keys()'), PATIENCE)
    .toEqual([expect.stringMatching(/^finlore-assets-/), expect.stringMatching(/^finlore-pages-/)])
  await page.goto(front.url)
  await untilHydrated(page)
  expect(await heading()).toMatch(/Money/)
  await isKept('/')
})

test('a browser that stores nothing shows pages as without a worker', async () => {
  const broken = (await readFile(path.join(CLIENT, 'sw.js'), 'utf8')).replace(
    /^/,
    `for (const name of ['open', 'keys', 'delete']) CacheStorage.prototype[name] = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));`,
  )
  front.answers.set('/sw.js', { type: 'text/javascript', text: broken })
  await page.goto(front.url)
  await expect.poll(isControlled, PATIENCE).toBe(true)
  await page.goto(front.url + ARTICLE)
  await untilHydrated(page)
  await page.locator('main a[href^="/authors/"]').first().click()
  await expect.poll(() => page.url(), PATIENCE).toContain('/authors/')
  await expect.poll(heading, PATIENCE).not.toMatch(LEAD.title)
  expect(reader.complaints).toEqual([])
})
