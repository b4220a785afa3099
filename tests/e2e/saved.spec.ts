import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { createSiteFront, type SiteFront } from '../support/site/site-front.ts'

const CLIENT = path.resolve(import.meta.dirname, '../../web/dist/client')
const { url: siteUrl } = inject('site')
const FIRST = '/articles/how-a-broad-index-etf-works'
const SECOND = '/articles/compound-growth-with-worked-numbers'
const PATIENCE = { timeout: 15_000, interval: 50 }
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

let browser: Browser
let front: SiteFront
let reader: WatchedPage
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  front = await createSiteFront(siteUrl)
  await openReader()
})
afterEach(async () => {
  await reader.close()
  await front.close()
})

async function openReader(script?: string) {
  reader = await openPage(browser, { viewport: { width: 360, height: 740 } })
  page = reader.page
  if (script) await page.addInitScript(script)
}

async function open(address: string, of: Page = page) {
  await of.goto(front.url + address)
  await untilHydrated(of)
}
const saveButton = (of: Page = page) => of.locator('[data-save]')
const textOf = (selector: string) => page.locator(selector).allInnerTexts()
const titles = () => page.locator('.saved-list h2').allTextContents()
const stored = () =>
  page.evaluate<string[]>(`JSON.parse(localStorage.saved ?? '[]').map(({ path }) => path)`)
/** The paths of the pages that the worker keeps, those of their data left out. */
const pages = () =>
  page.evaluate<string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('finlore-pages-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname).filter((path) => !path.endsWith('.json'))
  })()`)
const listIs = (paths: string[]) =>
  expect
    .poll(
      () =>
        page
          .locator('.saved-list h2 a')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      PATIENCE,
    )
    .toEqual(paths)
const untilSizes = () =>
  expect.poll(() => textOf('.saved-sum'), PATIENCE).toEqual([expect.stringMatching(/connection$/)])

/** Whether the button says that the article is saved, once the reader comes near it. */
async function isMarked(isSaved: boolean) {
  await saveButton().scrollIntoViewIfNeeded()
  await saveButton()
    .and(page.locator(`[aria-pressed=${isSaved}]`))
    .waitFor()
}

/** Reads more pages than are kept of those that were only read. */
async function readOthers() {
  await open('/')
  const links = await page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href')))]`,
  )
  const others = links
    .filter((href) => /^\/[a-z-]+(\/[a-z0-9-]+)?$/.test(href))
    .filter((href) => ![FIRST, SECOND, '/search', '/saved'].includes(href))
    .slice(0, 22)
  expect(others).toHaveLength(22)
  for (const shownPath of others) {
    await page.evaluate(
      `navigator.serviceWorker.controller.postMessage(${JSON.stringify({ shownPath })})`,
    )
  }
  await expect.poll(pages, PATIENCE).toContain(others.at(-1))
  expect(await pages()).not.toContain(others[0])
}

/** Saves an article as a reader does, and waits until it is kept with the list. */
async function save(address: string) {
  await open(address)
  await saveButton().click()
  await isMarked(true)
  await expect.poll(pages, PATIENCE).toEqual(expect.arrayContaining([address, '/saved']))
}

describe('saving for later', () => {
  test('an article is saved by one tap, listed with its day and size, and read without a network', async () => {
    await save(FIRST)
    const title = await page.locator('main h1').textContent()
    expect(await textOf('[data-save] .copy-link-done')).toEqual(['Saved'])
    await save(SECOND)
    await readOthers()
    expect(await pages()).toEqual(expect.arrayContaining([FIRST, SECOND, '/saved']))
    await open(SECOND)
    await isMarked(true)
    await page.getByRole('link', { name: 'Saved articles' }).first().click()
    await listIs([SECOND, FIRST])
    await untilSizes()
    expect((await titles())[1]).toBe(title)
    expect(await textOf('.saved-sum')).toEqual([
      expect.stringMatching(/^2 articles · \d+(\.\d)? [kM]B, can be read without a connection$/),
    ])
    expect((await textOf('.saved-list li'))[0]).toMatch(
      new RegExp(`Saved on ${DAY.format(new Date())} · \\d+ kB`),
    )

    front.mode = 'cut'
    await page.goto(`${front.url}/saved`)
    await untilSizes()
    await page.locator(`.saved-list a[href="${FIRST}"]`).click()
    await expect.poll(() => page.locator('main h1').textContent(), PATIENCE).toBe(title)
    await page.reload()
    expect(await page.locator('main h1').textContent()).toBe(title)
    await isMarked(true)
    expect(reader.complaints.filter((text) => !/Failed to load|failed:/.test(text))).toEqual([])
  })

  test('is shown at once on an article that was saved, also after another page, and undone by a tap', async () => {
    await save(FIRST)
    await open('/')
    await open(FIRST)
    await isMarked(true)
    await saveButton().click()
    await isMarked(false)
    expect(await page.locator('.article-end [href="/saved"]').count()).toBe(0)
    expect(await stored()).toEqual([])
    await page.goto(`${front.url}/saved`)
    await page.getByText('Nothing is saved yet.').waitFor()
    await expect.poll(pages, PATIENCE).not.toContain(FIRST)
    expect(reader.complaints).toEqual([])
  })

  test('one is removed, all are removed by one tap, and both can be undone', async () => {
    await save(FIRST)
    await save(SECOND)
    await open('/saved')
    await untilSizes()
    await page.getByRole('button', { name: /^Remove ?: How a broad/ }).click()
    await listIs([SECOND])
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await listIs([SECOND, FIRST])
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    expect(await stored()).toEqual([])
    // Without a network nothing could be fetched again.
    front.mode = 'cut'
    await page.getByRole('button', { name: 'Undo' }).click()
    await listIs([SECOND, FIRST])
    await untilSizes()
    expect(await textOf('.saved-list li')).toEqual([
      expect.stringMatching(/\d kB/),
      expect.stringMatching(/\d kB/),
    ])
    front.mode = 'open'
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    await open('/info/about-us')
    await expect.poll(pages, PATIENCE).not.toContain(SECOND)
  })

  test('pages that were only read are shown with their size, and deleted by one tap', async () => {
    await save(FIRST)
    await readOthers()
    await open('/saved')
    await expect
      .poll(() => textOf('.saved-read'), PATIENCE)
      .toEqual([
        expect.stringMatching(
          /^The last pages you read take (\d{3} kB|\d\.\d MB), and can be read without a connection\. Delete these pages$/,
        ),
      ])
    await page.getByRole('button', { name: 'Delete these pages' }).click()
    await expect.poll(() => textOf('.saved-read'), PATIENCE).toEqual([])
    expect((await pages()).sort()).toEqual([FIRST, '/saved'])
    await listIs([FIRST])
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON')
    expect(reader.complaints).toEqual([])
  })

  test('the worker keeps the list and 50 articles, however many it is told to keep', async () => {
    await open('/')
    const made = Array.from({ length: 50 }, (_, at) => `/articles/no-such-text-${at}`)
    const savedPaths = [...made, FIRST, SECOND]
    const kept = await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => {
      const { port1, port2 } = new MessageChannel()
      active.postMessage(${JSON.stringify({ savedPaths })}, [port2])
      return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(Object.keys(data)) })
    })`)
    expect(kept).toEqual([FIRST])
  })

  test('the list is a file of links that browsers import', async () => {
    await save(FIRST)
    await open('/saved')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the list' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('saved-articles.html')
    const text = await readFile((await file.path()) ?? '', 'utf8')
    expect(text).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>\n/)
    expect(text).toContain(`<DT><A HREF="${front.url}${FIRST}" ADD_DATE="`)
    expect(reader.complaints).toEqual([])
  })

  test('another tab shows at once what is saved in this one', async () => {
    await save(FIRST)
    const other = await page.context().newPage()
    await open('/saved', other)
    await other.locator(`.saved-list a[href="${FIRST}"]`).waitFor()
    await save(SECOND)
    await other.locator(`.saved-list a[href="${SECOND}"]`).waitFor()
    await other.getByRole('button', { name: 'Remove all' }).click()
    await isMarked(false)
    await other.close()
  })

  test('a new version of the code keeps what is saved', async () => {
    await save(FIRST)
    const build = await page.evaluate<string>(
      `document.getElementById('hydration-data').dataset.build`,
    )
    const newBuild = 'f'.repeat(build.length)
    front.replaced.set(build, newBuild)
    await page.evaluate(
      'navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => {})',
    )
    await expect
      .poll(() => page.evaluate('caches.keys()'), PATIENCE)
      .toEqual(['finlore-saved', `finlore-assets-${newBuild}`, `finlore-pages-${newBuild}`])
    await expect.poll(pages, PATIENCE).toEqual(expect.arrayContaining([FIRST, '/saved']))
  })
})

test('the list and its button have no faults that axe finds, and move nothing', async () => {
  await reader.close()
  reader = await openPage(browser, { bypassCSP: true, reducedMotion: 'reduce' })
  page = reader.page
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.addInitScript(
    'window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true })',
  )
  const faults = async () => {
    await page.evaluate(axe)
    return page.evaluate<string[]>(`axe
      .run('html', { rules: { 'target-size': { enabled: true } } })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
  }
  await save(FIRST)
  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ colorScheme })
    await open(FIRST)
    await isMarked(true)
    expect(await faults(), `article, ${width} px, ${colorScheme}`).toEqual([])
    await open('/saved')
    await untilSizes()
    expect(await page.evaluate('shifts.reduce((sum, { value }) => sum + value, 0)')).toBe(0)
    await page.getByRole('button', { name: /^Remove ?: How a broad/ }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await faults(), `list, ${width} px, ${colorScheme}`).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await listIs([FIRST])
    expect(await faults(), `list with one, ${width} px, ${colorScheme}`).toEqual([])
  }
})

describe('what was saved and is elsewhere now', () => {
  test('is followed when it was renamed, and called withdrawn when it is', async () => {
    await open('/')
    const entry = (address: string, title: string) => ({
      path: address,
      title,
      description: 'Of old.',
      savedAt: '2026-01-02T03:04:05.000Z',
    })
    const list = [
      entry(`${SECOND}/`, 'Renamed'),
      entry('/articles/quillwork-exercise-withdrawn', 'Gone'),
    ]
    await page.evaluate(`localStorage.setItem('saved', ${JSON.stringify(JSON.stringify(list))})`)
    await open('/saved')
    await page.getByText('This article was withdrawn.').waitFor()
    await expect.poll(stored, PATIENCE).toEqual([SECOND, '/articles/quillwork-exercise-withdrawn'])
    expect((await textOf('.saved-list li'))[1]).toMatch(/January 2, 2026 · needs a connection/)
    await page.getByRole('button', { name: /^Remove ?: Gone/ }).click()
    await listIs([SECOND])
    await expect.poll(pages, PATIENCE).toContain(SECOND)
  })

  test('is no list when something else has written there', async () => {
    await open('/')
    for (const text of ['{"no": "list"}', '[{"path": "javascript:alert(1)"}]', 'no JSON']) {
      await page.evaluate(`localStorage.setItem('saved', ${JSON.stringify(text)})`)
      await page.goto(`${front.url}/saved`)
      await page.getByText('Nothing is saved yet.').waitFor()
    }
    expect(reader.complaints).toEqual([])
  })
})

describe('a browser that does not store', () => {
  const refusing = (name: string) =>
    `Storage.prototype.setItem = () => { throw new DOMException('no', '${name}') }`

  test.each([
    ['QuotaExceededError', 'Not saved: this browser has no room left.'],
    ['SecurityError', 'Not saved: this browser lets the site store nothing'],
  ])('with %s, the reader is told why the article is not saved', async (name, words) => {
    await reader.close()
    await openReader(refusing(name))
    await open(FIRST)
    await saveButton().click()
    await page.getByText(words).first().waitFor()
    expect(await page.locator('[data-save][aria-pressed=true]').count()).toBe(0)
    expect(reader.complaints).toEqual([])
  })

  test('anything at all: page and button say so', async () => {
    await reader.close()
    await openReader(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`,
    )
    await open(FIRST)
    await saveButton().click()
    await page.getByText('lets the site store nothing').first().waitFor()
    await open('/saved')
    await page.getByText('lets the site store nothing').first().waitFor()
    expect(reader.complaints).toEqual([])
  })

  test('the text, for want of room: the article is on the list, and needs a connection', async () => {
    const full = (await readFile(path.join(CLIENT, 'sw.js'), 'utf8')).replace(
      /^/,
      `const put = Cache.prototype.put; Cache.prototype.put = function (key, ...rest) { return String(key).startsWith('/assets/') ? put.call(this, key, ...rest) : Promise.reject(new DOMException('full', 'QuotaExceededError')) };`,
    )
    front.answers.set('/sw.js', { type: 'text/javascript', text: full })
    await open(FIRST)
    await saveButton().click()
    await page.getByText('could not keep its text').first().waitFor()
    await open('/saved')
    await untilSizes()
    expect(await textOf('.saved-sum')).toEqual(['1 article · needs a connection'])
  })

  test('more than 50: the list says that it is full', async () => {
    await open('/')
    const list = Array.from({ length: 50 }, (_, at) => ({
      path: `/articles/a${at}`,
      title: `A ${at}`,
      description: '',
      savedAt: '2026-01-02T03:04:05.000Z',
    }))
    await page.evaluate(`localStorage.setItem('saved', ${JSON.stringify(JSON.stringify(list))})`)
    await open(FIRST)
    await saveButton().click()
    await page.getByText('the list holds 50 articles').first().waitFor()
    expect(await stored()).toHaveLength(50)
  })
})

test('without JavaScript nothing offers to save, and the page says why it is empty', async () => {
  const { page: plain, close } = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(siteUrl + FIRST)
  expect(await plain.locator('[data-save]').isVisible()).toBe(false)
  expect(await plain.locator('footer [href="/saved"]').isVisible()).toBe(false)
  await plain.goto(`${siteUrl}/saved`)
  expect(await plain.locator('.saved').innerText()).toBe(
    'The browser keeps the list of saved articles, so this page needs JavaScript.',
  )
  expect(await plain.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  await close()
})
