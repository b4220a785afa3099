import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FEW_HITS, type Suggestion } from '#shared/contracts/page.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { SEARCH_MAX_WORDS } from '#shared/text/search-limits.ts'
import { typeset } from '../../services/shared/text/typeset.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'

const { url } = inject('site')
/** Finds more titles than the list shows, and no term. */
const MANY = 'hat'
/**
 * Takes the first query with few enough hits to show all, and enough to have no similar titles, and
 * without terms.
 */
const CANDIDATES = ['compared', 'numbers', 'read', 'work', 'cost', 'side', 'explained', 'page']
/** Every kind of suggestion, and every reason for one. */
const SUGGESTIONS: readonly Suggestion[] = [
  { kind: 'article', title: 'Bonds found', path: '/articles/a', marks: [[6, 11]] },
  { kind: 'article', title: 'ETFs', path: '/articles/b', marks: [], explains: 'trackers' },
  { kind: 'article', title: 'Bonds', path: '/articles/c', marks: [], without: ['qqqq', 'zz'] },
  { kind: 'author', title: 'Eleanor Whitcombe', path: '/authors/a', marks: [[0, 7]] },
  { kind: 'category', title: 'Expert advice', path: '/expert-advice', marks: [[0, 6]] },
]
const REASONS = ['', 'Explains “trackers”', 'Without “qqqq”, “zz”', 'Author', 'Category']
let few = ''
const API = '**/api/search?**'
const WAIT = { timeout: 5_000 }

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  for (const query of CANDIDATES) {
    const { total, terms } = await ask(query)
    if (few === '' && total >= FEW_HITS && total < 9 && !terms) few = query
  }
  if (few === '') throw new Error('The content has no word that only a few titles contain')
})
afterAll(() => browser.close())

async function openBox(options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, {
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const { page } = opened
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') requests.push(searchParams.get('q') ?? '')
  })
  await page.goto(url)
  const input = page.locator('header input[name=q]')
  const box = {
    ...opened,
    requests,
    input,
    list: page.locator('header [role=listbox]'),
    options: page.locator('header [role=option]'),
    note: page.locator('.search-note').first(),
    newTab: page.locator('header .new-tab'),
    status: page.locator('header [role=status]'),
  }
  if (options.javaScriptEnabled !== false) await startBox(page)
  return box
}

/** Focuses the field as a reader does, and waits until its script is loaded. */
async function startBox(page: Page): Promise<void> {
  await page.waitForSelector('.menu-button[aria-expanded]')
  await page.locator('header input[name=q]').click()
  await page.waitForSelector('header input[role=combobox]')
}

async function ask(query: string, limit = 8): Promise<SearchAnswer> {
  const search = new URLSearchParams({ q: query, limit: String(limit) })
  return (await fetch(`${url}/api/search?${search}`)).json() as Promise<SearchAnswer>
}

/** Replaces a part of every answer of the search service. */
const answerWith = (page: Page, parts: Partial<SearchAnswer>) =>
  page.route(API, async (route) => {
    const response = await route.fetch()
    const answer: object = await response.json()
    await route.fulfill({ response, json: { ...answer, ...parts } })
  })

const titlesOf = ({ hits, suggestions, terms = [] }: SearchAnswer) => {
  const [first, second] = terms[0]?.isTyped ? [terms, hits] : [hits, terms]
  return [...first, ...second, ...suggestions].map(({ title }) => title)
}

const activeTitle = (page: Page): Promise<string | undefined> =>
  page.evaluate(`(() => {
    const id = document.activeElement.getAttribute('aria-activedescendant')
    return id ? document.getElementById(id).querySelector('span')?.textContent : undefined
  })()`)

/** Until the page has handled what has arrived: answers that came before, and what they draw. */
const untilDrawn = (page: Page) =>
  page.evaluate(`new Promise((done) =>
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))`)

describe('the list of titles', () => {
  test('is empty at first, and sends no request below three characters [M-401, E71]', async () => {
    const { page, input, list, requests, close } = await openBox()
    await page.clock.install()
    expect(await input.inputValue()).toBe('')
    expect(await input.getAttribute('aria-expanded')).toBe('false')
    await input.pressSequentially('in')
    await page.clock.runFor(400)
    expect(requests).toEqual([])
    expect(await list.isVisible()).toBe(false)
    await close()
  })

  test('shows eight titles with the marks of the service, and a link to all [M-507]', async () => {
    const { input, options, list, requests, close } = await openBox()
    const answer = await ask(MANY)
    expect(answer.total).toBeGreaterThan(8)
    await input.pressSequentially(MANY)
    await list.waitFor()

    expect(requests).toEqual([MANY])
    expect(await input.getAttribute('aria-expanded')).toBe('true')
    expect(await options.count()).toBe(9)
    for (const [at, { title, path, marks }] of answer.hits.entries()) {
      const option = options.nth(at)
      expect(await option.locator('span').textContent()).toBe(typeset(title, 'en_US'))
      expect(await option.getAttribute('href')).toBe(path)
      expect(await option.getAttribute('tabindex')).toBe('-1')
      expect(await option.getAttribute('target')).toBe('_blank')
      expect(await option.getAttribute('rel')).toBe('noopener')
      const marked = marks.map(([start, end]) => typeset(title.slice(start, end), 'en_US'))
      expect(await option.locator('mark').allTextContents()).toEqual(marked)
    }
    expect(await options.last().innerText()).toContain(`See all ${answer.total} results`)
    expect(await options.last().getAttribute('href')).toBe(`/search?q=${MANY}`)
    await close()
  })

  test('disappears at once when the text becomes too short [M-402]', async () => {
    const { page, input, list, requests, close } = await openBox()
    await input.pressSequentially(MANY)
    await list.waitFor()
    await page.keyboard.press('Backspace')
    expect(await list.isVisible()).toBe(false)
    expect(await input.getAttribute('aria-expanded')).toBe('false')
    expect(requests).toEqual([MANY])
    await close()
  })

  test('sends one request for quick typing, and never shows an outdated answer', async () => {
    const { page, input, options, list, requests, close } = await openBox()
    const held: Route[] = []
    await page.route(API, async (route) => {
      if (route.request().url().includes('q=how&')) held.push(route)
      else await route.continue()
    })
    await input.pressSequentially('how to read')
    await list.waitFor()
    // The request for the first three letters has been aborted.
    expect(requests.length).toBeLessThan('how to read'.length - 2)
    expect([requests[0], requests.at(-1)]).toEqual(['how', 'how to read'])
    for (const route of held) await route.continue().catch(() => {})
    await untilDrawn(page)
    const titles = await options.locator('span').allTextContents()
    expect(titles).toEqual(titlesOf(await ask('how to read')))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await close()
  })

  test('stays, marked as busy, until the next one is there', async () => {
    const { page, input, options, list, close } = await openBox()
    await input.pressSequentially(MANY)
    await list.waitFor()
    const go = Promise.withResolvers<void>()
    await page.route(API, async (route) => {
      await go.promise
      await route.continue()
    })
    await input.pressSequentially(' a')
    await page.waitForSelector('[role=listbox][aria-busy=true]')
    expect(await options.count()).toBe(9)
    go.resolve()
    await page.waitForSelector('[role=listbox][aria-busy=false]')
    const next = titlesOf(await ask(`${MANY} a`))
    expect(next).not.toEqual([])
    expect(await options.locator('span').allTextContents()).toEqual(next)
    await close()
  })

  test('is filtered without a request when it is complete, and cached for a while', async () => {
    const { page, input, options, list, requests, close } = await openBox()
    const narrower = `${few} e`
    const { total, hits } = await ask(narrower)
    expect(total).toBeGreaterThanOrEqual(FEW_HITS)
    await input.fill(few)
    await list.waitFor()
    await input.fill(narrower)
    expect(await options.locator('span').allTextContents()).toEqual(hits.map(({ title }) => title))
    expect(await options.locator('mark').allTextContents()).toEqual(
      hits.flatMap(({ title, marks }) => marks.map(([start, end]) => title.slice(start, end))),
    )
    await page.clock.install()
    await input.fill('')
    await input.fill(few)
    expect(await list.isVisible()).toBe(true)
    await page.clock.runFor(400)
    expect(requests).toEqual([few])
    await close()
  })

  test('names the words that no title has [M-508]', async () => {
    const { page, input, note, newTab, status, close } = await openBox()
    await answerWith(page, { suggestions: [] })
    await input.fill('qqqq bond')
    await note.waitFor()
    expect(await note.textContent()).toBe('No title contains all of: “qqqq”, “bond”.')
    expect(await newTab.isVisible()).toBe(false)
    expect(await input.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => status.textContent(), WAIT).toBe(await note.textContent())
    await close()
  })

  test('offers similar titles when none matches, marks the differences and says why [M-508]', async () => {
    const { page, input, note, status, close } = await openBox()
    await answerWith(page, { suggestions: [...SUGGESTIONS] })
    await input.fill('qqqq bonds')
    const similar = page.getByRole('group', { name: 'Similar titles' })
    await similar.waitFor()
    expect(await similar.getByRole('option').count()).toBe(3)
    const places = page.getByRole('group', { name: 'Categories and authors' })
    expect(await places.getByRole('option').count()).toBe(2)
    const grouped = page.locator('header [role=group] [role=option]')
    expect(await note.textContent()).toBe('No title contains all of: “qqqq”, “bonds”.')
    await expect
      .poll(() => status.textContent(), WAIT)
      .toBe('No title contains all of: “qqqq”, “bonds”. 5 similar titles')
    for (const [at, { title, path, marks }] of SUGGESTIONS.entries()) {
      await page.keyboard.press('ArrowDown')
      expect(await activeTitle(page)).toBe(title)
      const option = grouped.nth(at)
      const why = (await option.locator('small').allTextContents()).join()
      expect([await option.getAttribute('href'), why]).toEqual([path, REASONS[at]])
      expect(await option.getAttribute('target')).toBe('_blank')
      const marked = marks.map(([start, end]) => typeset(title.slice(start, end), 'en_US'))
      expect(await option.locator('mark').allTextContents()).toEqual(marked)
    }
    await close()
  })

  test('shows similar titles below those that match, and does not count them', async () => {
    const { page, input, list, options, note, status, close } = await openBox()
    const { total, hits } = await ask(few)
    await answerWith(page, { suggestions: [...SUGGESTIONS], terms: [] })
    await input.fill(few)
    await list.waitFor()
    const titles = [...hits, ...SUGGESTIONS].map(({ title }) => title)
    expect(await options.locator('span').allTextContents()).toEqual(titles)
    expect(await note.textContent()).toBe('')
    await expect.poll(() => status.textContent(), WAIT).toBe(`${total} articles, 5 similar titles`)
    await close()
  })

  test('has terms as a group of their own, above the titles when one of them is typed', async () => {
    const { page, input, list, options, status, close } = await openBox()
    await input.fill('bond')
    await list.waitFor()
    const group = page.getByRole('group', { name: 'Terms' })
    const [first] = await group.getByRole('option').all()
    expect(await first?.getAttribute('href')).toBe('/terms/bond')
    expect(await first?.locator('small').textContent()).toMatch(/^A loan to a government/)
    await page.keyboard.press('ArrowDown')
    expect(await activeTitle(page)).toBe('bond')
    await expect.poll(() => status.textContent(), WAIT).toMatch(/^\d+ articles, \d terms?$/)

    await input.fill('maturity')
    await expect
      .poll(() => options.locator('span').allTextContents(), WAIT)
      .toContain('yield to maturity')
    await close()
  })

  test('says for all readers that titles open in a new tab [M-209]', async () => {
    const { page, input, list, newTab, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    expect(await newTab.innerText()).toBe('Opens in a new tab')
    expect(await list.getAttribute('aria-label')).toBe('Results, each opens in a new tab')
    await page.keyboard.press('Escape')
    expect(await newTab.isVisible()).toBe(false)
    await close()
  })

  test('explains that a text is too long [M-512]', async () => {
    const { input, note, list, close } = await openBox()
    await input.fill('a '.repeat(SEARCH_MAX_WORDS + 1))
    await note.waitFor()
    expect(await note.textContent()).toContain(`200 characters and ${SEARCH_MAX_WORDS} words`)
    expect(await list.locator('a').count()).toBe(0)
    await close()
  })

  test('in an outage shows a message, keeps the titles, tries again, and the form still works', async () => {
    const { page, input, note, options, list, requests, close } = await openBox()
    await input.pressSequentially(MANY)
    await list.waitFor()
    await page.route(API, (route) => route.abort('connectionfailed'))
    await input.pressSequentially('s')
    await expect.poll(() => note.textContent(), WAIT).toBe('Search is unavailable, try again')
    expect(await options.count()).toBe(9)
    // One request for the key, and one retry after the network failure.
    expect(requests).toEqual([MANY, `${MANY}s`, `${MANY}s`])

    await page.unrouteAll({ behavior: 'wait' })
    await input.click()
    await expect.poll(() => note.textContent(), WAIT).toBe(`No title contains “${MANY}s”.`)
    await page.route(API, (route) => route.fulfill({ status: 503 }))
    await input.fill('inflation')
    await expect.poll(() => note.textContent(), WAIT).not.toBe('')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/search?q=inflation`)
    await close()
  })

  test('is never wider than the window', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(MANY)
    await list.waitFor()
    for (const width of [320, 360, 576, 577, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const popup = await page.locator('.search-popup').boundingBox()
      const field = await input.boundingBox()
      if (!popup || !field) throw new Error('The list is not shown')
      expect(popup.x).toBeGreaterThanOrEqual(0)
      expect(popup.x + popup.width).toBeLessThanOrEqual(width)
      expect(popup.y).toBeGreaterThanOrEqual(field.y + field.height)
      expect(popup.width, `the list at ${width}`).toBeGreaterThan(280)
      expect(field.width, `the field at ${width}`).toBeGreaterThan(width < 577 ? width / 2 : 100)
      expect(
        await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0)
    }
    await close()
  })

  test('is announced once the typing has paused [M-511]', async () => {
    const { input, status, list, close } = await openBox()
    const { total } = await ask(MANY)
    await input.pressSequentially(MANY)
    await list.waitFor()
    expect(await status.textContent()).toBe('')
    await expect.poll(() => status.textContent(), WAIT).toBe(`${total} articles`)
    await close()
  })

  test.each(['light', 'dark'] as const)(
    'has no finding of axe, in %s colours [M-203]',
    async (colorScheme) => {
      const axe = await readFile(
        createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
        'utf8',
      )
      const { page, input, list, close } = await openBox({ colorScheme, bypassCSP: true })
      await input.fill(MANY)
      await list.waitFor()
      await page.keyboard.press('ArrowDown')
      await page.evaluate(axe)
      const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
        'axe.run("header").then(({ violations }) => violations)',
      )
      expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      await close()
    },
  )
})

describe('the keyboard', () => {
  test('moves to the field with a slash, which is a character inside a field', async () => {
    const { page, input, close } = await openBox()
    await input.blur()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('q')
    expect(await input.inputValue()).toBe('')
    await page.keyboard.press('/')
    expect(await input.inputValue()).toBe('/')
    await close()
  })

  test('moves through the list in a circle, while the focus stays in the field [M-511]', async () => {
    const { page, input, options, list, close } = await openBox()
    const titles = (await ask(few)).hits.map(({ title }) => title)
    await input.fill(few)
    await list.waitFor()
    const step = async (key: string) => {
      await page.keyboard.press(key)
      return activeTitle(page)
    }
    expect(await activeTitle(page)).toBeUndefined()
    for (const title of titles) expect(await step('ArrowDown')).toBe(title)
    expect(await step('ArrowDown')).toBe(titles[0])
    expect(await step('ArrowUp')).toBe(titles.at(-1))
    expect(await options.last().getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    await close()
  })

  test('starts at the end of the list with the arrow up', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await activeTitle(page)).toBe((await ask(few)).hits.at(-1)?.title)
    await close()
  })

  test('moves in the text with Home and End', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    expect(await input.evaluate('document.activeElement.selectionStart')).toBe(0)
    await page.keyboard.press('End')
    expect(await input.evaluate('document.activeElement.selectionStart')).toBe(few.length)
    await page.keyboard.type('s')
    expect(await activeTitle(page)).toBeUndefined()
    await close()
  })

  test('opens the chosen title in a new tab, and keeps the list and the text', async () => {
    const { page, input, list, close } = await openBox()
    const { hits } = await ask(few)
    await input.fill(few)
    await list.waitFor()
    for (const at of [0, 1]) {
      await page.keyboard.press('ArrowDown')
      const opening = page.context().waitForEvent('page')
      await page.keyboard.press('Enter')
      const tab = await opening
      await tab.waitForURL(`${url}${hits[at]?.path}`)
      expect(await tab.evaluate('opener')).toBeNull()
      await page.bringToFront()
      expect(await input.inputValue()).toBe(few)
      expect(await list.isVisible()).toBe(true)
      expect(new URL(page.url()).pathname).toBe('/')
    }
    await close()
  })

  test('sends the form with Enter when nothing is chosen', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/search?q=${few}`)
    await close()
  })

  test('closes the list with Escape, and clears the text with the next one', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('Escape')
    expect(await list.isVisible()).toBe(false)
    expect(await input.inputValue()).toBe(few)
    await page.keyboard.press('ArrowDown')
    expect(await list.isVisible()).toBe(true)
    expect(await activeTitle(page)).toBe((await ask(few)).hits[0]?.title)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await input.inputValue()).toBe('')
    await page.keyboard.press('ArrowDown')
    expect(await list.isVisible()).toBe(false)
    await close()
  })

  test('leaves with Tab, which closes the list', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('Tab')
    expect(await list.isVisible()).toBe(false)
    expect(await page.evaluate('document.activeElement.type')).toBe('submit')
    expect(await input.inputValue()).toBe(few)
    await close()
  })

  test('opens no list at a field that has lost the focus', async () => {
    const { page, input, list, close } = await openBox()
    const go = Promise.withResolvers<void>()
    await page.route(API, async (route) => {
      await go.promise
      await route.continue()
    })
    await input.fill(few)
    await page.keyboard.press('Tab')
    const answered = page.waitForResponse(API)
    go.resolve()
    await answered
    await untilDrawn(page)
    expect(await list.isVisible()).toBe(false)
    await input.click()
    expect(await list.isVisible()).toBe(true)
    await close()
  })
})

describe('a mouse or a finger', () => {
  test.each([
    { how: 'a click', hasTouch: false, width: 1280 },
    { how: 'a tap', hasTouch: true, width: 360 },
  ])('opens a title in a new tab by $how [M-209]', async ({ hasTouch, width }) => {
    const { page, input, options, list, close } = await openBox({
      hasTouch,
      viewport: { width, height: 800 },
    })
    const { hits } = await ask(few)
    await input.fill(few)
    await list.waitFor()
    const opening = page.context().waitForEvent('page')
    if (hasTouch) await options.nth(1).tap()
    else await options.nth(1).click()
    await (await opening).waitForURL(`${url}${hits[1]?.path}`)
    await page.bringToFront()
    expect(await list.isVisible()).toBe(true)
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    await close()
  })

  test('closes the list by a click beside it', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.mouse.click(5, 795)
    expect(await list.isVisible()).toBe(false)
    await close()
  })
})

describe('a text from an input method', () => {
  /** Types like the keyboard of a phone, which composes each word until the blank after it. */
  async function compose(page: Page, text: string) {
    const client = await page.context().newCDPSession(page)
    const end = text.length
    await client.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
    return client
  }

  test('is searched for while it is composed, once for each state [M-402]', async () => {
    const { page, input, options, list, requests, close } = await openBox()
    const client = await compose(page, 'bond')
    await list.waitFor()
    expect(await input.inputValue()).toBe('bond')
    expect(await options.count()).toBeGreaterThan(0)
    await client.send('Input.insertText', { text: 'bond' })
    expect(await input.inputValue()).toBe('bond')
    expect(requests).toEqual(['bond'])
    await close()
  })

  test('keeps Enter and the arrow keys for itself', async () => {
    const { page, list, close } = await openBox()
    await compose(page, 'bond')
    await list.waitFor()
    /** @returns whether the script leaves the key to the input method */
    const press = (key: string, more: object) =>
      page.evaluate<boolean>(`document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', ${JSON.stringify({ key, cancelable: true, ...more })}))`)
    for (const key of ['ArrowDown', 'Enter']) {
      expect(await press(key, { isComposing: true }), `${key}, composing`).toBe(true)
      // Safari sends this code for the key that ends a composition.
      expect(await press(key, { keyCode: 229 }), `${key}, ending`).toBe(true)
    }
    expect(await activeTitle(page)).toBeUndefined()
    expect(await press('ArrowDown', {})).toBe(false)
    expect(await activeTitle(page)).toBeDefined()
    await close()
  })
})

describe('the field', () => {
  test('searches for text that was typed before its script was loaded', async () => {
    const { page, close } = await openPage(browser, { serviceWorkers: 'block' })
    const go = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await go.promise
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'commit' })
    const input = page.locator('header input[name=q]')
    await input.pressSequentially(few)
    go.resolve()
    await page.locator('header [role=listbox]').waitFor()
    expect(await input.inputValue()).toBe(few)
    await close()
  })

  test('is empty, and has no list, after Back [M-401]', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/search?q=${few}`)
    await page.goBack()
    await page.waitForSelector('.menu-button[aria-expanded]')
    expect(await input.inputValue()).toBe('')
    expect(await list.isVisible()).toBe(false)
    await close()
  })

  test('is empty in a page from the back/forward cache', async () => {
    const { page, input, list, close } = await openBox()
    await input.fill(few)
    await list.waitFor()
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    expect(await input.inputValue()).toBe('')
    expect(await list.isVisible()).toBe(false)
    await close()
  })

  test('works without scripts', async () => {
    for (const width of [320, 1280]) {
      const { page, input, close } = await openBox({
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      })
      await input.click()
      await page.keyboard.type(few)
      await page.locator('header form[role=search] button').click()
      await page.waitForURL(`${url}/search?q=${few}`)
      await close()
    }
  })

  test('logs no error in all of these tests', async () => {
    const { page, input, options, note, list, complaints, close } = await openBox()
    await input.fill(MANY)
    await list.waitFor()
    await page.keyboard.press('ArrowDown')
    await input.fill('qqqq')
    await note.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
