import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'

const { url } = inject('site')
const LEAF = '/expert-advice/risk-management'
const SECTION = '/investment-dictionaries/terms-and-definitions'
const TOPIC = `${SECTION}?topic=stocks`
const NARROW = [360, 576]
const WIDE = [577, 1280]
const READERS = [
  { reader: 'with scripts', javaScriptEnabled: true },
  { reader: 'without scripts', javaScriptEnabled: false },
]

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface MenuOptions extends BrowserContextOptions {
  path?: string
}

async function openMenuPage(width: number, { path = '/', ...options }: MenuOptions = {}) {
  const opened = await openPage(browser, {
    viewport: { width, height: 800 },
    serviceWorkers: 'block',
    ...options,
  })
  const { page } = opened
  await goTo(page, path, options)
  const group = page.locator('.menu-group', { has: page.locator(`a[href="${LEAF}"]`) })
  return {
    ...opened,
    width,
    button: page.locator('.menu-button'),
    panel: page.locator('.menu-panel'),
    group,
    summary: group.locator('> summary'),
    leaf: group.locator(`a[href="${LEAF}"]`),
  }
}

async function goTo(page: Page, path: string, { javaScriptEnabled }: MenuOptions) {
  await page.goto(url + path)
  if (javaScriptEnabled !== false) await page.waitForSelector('.menu-button[aria-expanded]')
}

/** The page is reloaded for every width. */
async function atWidths(
  [first = 0, ...others]: readonly number[],
  options: MenuOptions,
  check: (menu: Awaited<ReturnType<typeof openMenuPage>>) => Promise<void>,
) {
  const menu = await openMenuPage(first, options)
  await check(menu)
  for (const width of others) {
    await menu.page.setViewportSize({ width, height: 800 })
    await goTo(menu.page, options.path ?? '/', options)
    await check({ ...menu, width })
  }
  await menu.close()
}

const untilHidden = (panel: ReturnType<Page['locator']>) =>
  panel.waitFor({ state: 'hidden', timeout: 5_000 })

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.className || document.activeElement.tagName')

const boxOf = async (locator: ReturnType<Page['locator']>) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

describe('the button of the menu', () => {
  test.each([
    ...NARROW.map((width) => [width, 'Menu'] as const),
    ...WIDE.map((width) => [width, 'Order'] as const),
  ])(
    'has the name of the menu that it opens: %d pixels, %s [M-204, M-901]',
    async (width, name) => {
      const { page, button, close } = await openMenuPage(width)
      const byName = page.getByRole('navigation').getByRole('button', { name, exact: true })
      expect(await byName.count()).toBe(1)
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
      expect((await boxOf(button)).width).toBeGreaterThanOrEqual(44)
      await close()
    },
  )

  test.each(READERS)(
    'opens and closes the menu, as does a click outside, $reader [M-208, M-403]',
    async (reader) => {
      await atWidths([...NARROW, ...WIDE], reader, async ({ page, button, panel, width }) => {
        expect(await panel.isVisible()).toBe(false)
        await button.click()
        expect(await panel.isVisible()).toBe(true)
        await button.click()
        expect(await panel.isVisible()).toBe(false)
        await button.click()
        await page.mouse.click(width - 5, 795)
        await untilHidden(panel)
      })
    },
  )

  test('exposes its state [M-202]', async () => {
    const { page, button, panel, close } = await openMenuPage(1280)
    const state = () => button.getAttribute('aria-expanded')
    expect(await state()).toBe('false')
    await button.click()
    expect(await state()).toBe('true')
    await page.keyboard.press('Escape')
    await untilHidden(panel)
    expect(await state()).toBe('false')
    await close()
  })
})

describe('the groups of the menu', () => {
  test.each(READERS)('open inside the list in a narrow window, $reader [E74]', async (reader) => {
    await atWidths(NARROW, reader, async ({ button, panel, group, summary, leaf, width }) => {
      await button.click()
      expect(await leaf.isVisible()).toBe(false)
      await summary.click()
      const [head, inside, whole] = [await boxOf(summary), await boxOf(leaf), await boxOf(panel)]
      expect(inside.y).toBeGreaterThanOrEqual(head.y + head.height)
      expect(inside.x + inside.width).toBeLessThanOrEqual(whole.x + whole.width)
      expect(whole.x).toBeGreaterThanOrEqual(0)
      expect(whole.width).toBeLessThanOrEqual(width)
      await summary.click()
      expect(await leaf.isVisible()).toBe(false)
      expect(await group.getAttribute('open')).toBeNull()
    })
  })

  test.each(READERS)(
    'open beside the list in a wide window, one at a time, $reader [M-206]',
    async (reader) => {
      await atWidths(WIDE, reader, async ({ page, button, panel, summary, leaf, width }) => {
        await button.click()
        await summary.click()
        const [whole, inside] = [await boxOf(panel), await boxOf(leaf)]
        expect(inside.x).toBeGreaterThanOrEqual(whole.x + whole.width - 2)
        expect(inside.x + inside.width).toBeLessThanOrEqual(width)
        await page.locator('.menu-group summary').last().click()
        expect(await leaf.isVisible()).toBe(false)
        expect(await page.locator('.menu-group[open]').count()).toBe(1)
      })
    },
  )

  test('each end with a link More whose accessible name has the group [M-205]', async () => {
    await atWidths([360, 1280], {}, async ({ page, button }) => {
      await button.click()
      const groups = await page.locator('.menu-group').all()
      expect(groups.length).toBe(5)
      for (const group of groups) {
        await group.locator('> summary').click()
        const name = await group.locator('> summary').innerText()
        const last = group.locator('a').last()
        // The rest of the text is for screen readers only.
        expect((await last.innerText()).split('\n')[0]).toBe('More')
        expect(await last.locator('.visually-hidden').innerText()).toBe(`: ${name}`)
        const more = group.getByRole('link', { name: new RegExp(`^More ?: ${name}$`) })
        expect(await more.count()).toBe(1)
        const [href = '', child = ''] = await Promise.all(
          [last, group.locator('a').first()].map((link) => link.getAttribute('href')),
        ).then((hrefs) => hrefs.map(String))
        expect(child.startsWith(`${href}/`)).toBe(true)
      }
    })
  })

  test('are large enough for touch, and so are their links', async () => {
    await atWidths([360, 577], {}, async ({ page, button, summary }) => {
      await button.click()
      await summary.click()
      for (const target of await page.locator('.menu-panel :is(a, summary):visible').all()) {
        expect((await boxOf(target)).height).toBeGreaterThanOrEqual(44)
      }
    })
  })

  test('are closed when the menu is opened again', async () => {
    const { button, panel, summary, leaf, close } = await openMenuPage(1280)
    await button.click()
    await summary.click()
    await button.click()
    await untilHidden(panel)
    await button.click()
    expect(await panel.isVisible()).toBe(true)
    expect(await leaf.isVisible()).toBe(false)
    await close()
  })
})

describe('topics, the third level,', () => {
  /** The control that opens the topics, one topic, and the link to all of them. */
  const partsOf = (page: Page) => {
    const topics = page.locator('.menu-topics', { has: page.locator(`a[href="${TOPIC}"]`) })
    return {
      topics,
      opener: topics.locator('> summary'),
      topic: topics.locator(`a[href="${TOPIC}"]`),
      more: topics.locator('.menu-more'),
      group: page.locator('.menu-group', { has: topics }).locator('> summary'),
    }
  }

  test.each(READERS)('open inside or beside the list, $reader', async (reader) => {
    await atWidths([...NARROW, ...WIDE, 1024], reader, async ({ page, button, width }) => {
      const { group, opener, topic, more } = partsOf(page)
      await button.click()
      await group.click()
      expect(await topic.isVisible()).toBe(false)
      await opener.click()
      const [head, inside, last] = [await boxOf(opener), await boxOf(topic), await boxOf(more)]
      if (width < 1024) expect(inside.y).toBeGreaterThanOrEqual(head.y + head.height)
      else expect(inside.x).toBeGreaterThanOrEqual(head.x + head.width)
      expect(inside.x).toBeGreaterThan(head.x)
      expect(inside.x + inside.width).toBeLessThanOrEqual(width)
      expect(last.y).toBeGreaterThanOrEqual(inside.y + inside.height)
      expect(await more.getAttribute('href')).toBe(SECTION)
      await opener.click()
      expect(await topic.isVisible()).toBe(false)
    })
  })

  test.each(READERS)('lead to pages of their own, $reader', async (reader) => {
    await atWidths([360, 1280], reader, async ({ page, button, panel }) => {
      const { group, opener, topic, more } = partsOf(page)
      for (const step of [button, group, opener, topic]) await step.click()
      await page.waitForURL(url + TOPIC)
      await page.getByRole('heading', { level: 1, name: 'Stocks' }).waitFor()
      expect(await panel.isVisible()).toBe(false)
      expect(await topic.getAttribute('aria-current')).toBe('page')
      for (const step of [button, group, opener, more]) await step.click()
      await page.waitForURL(url + SECTION)
    })
  })

  test('close alone at one Escape, and open on hover where they are beside the list', async () => {
    await atWidths([768, 1280], {}, async ({ page, button, panel, width }) => {
      const { topics, group, opener, topic } = partsOf(page)
      await button.press('Enter')
      await group.press('Enter')
      await opener.press('Enter')
      await topic.focus()
      await page.keyboard.press('Escape')
      expect(await topics.getAttribute('open')).toBeNull()
      expect(await opener.isVisible()).toBe(true)
      expect(await focused(page)).toBe('SUMMARY')
      await opener.hover()
      if (width >= 1024) await topic.waitFor({ state: 'visible', timeout: 5_000 })
      for (const step of width < 1024 ? [1] : [1, 2]) {
        expect(await panel.isVisible(), `${step}`).toBe(true)
        await page.keyboard.press('Escape')
      }
      expect(await opener.isVisible()).toBe(false)
      await page.keyboard.press('Escape')
      await untilHidden(panel)
    })
  })
})

describe('a leaf', () => {
  test.each(READERS)(
    'links to its page, where the menu is closed, $reader [M-207, M-404, E75]',
    async (reader) => {
      await atWidths(
        [...NARROW, ...WIDE],
        reader,
        async ({ page, button, panel, summary, leaf }) => {
          await button.click()
          await summary.click()
          await leaf.click()
          await page.waitForURL(url + LEAF)
          expect(await panel.isVisible()).toBe(false)
        },
      )
    },
  )

  test.each([
    { how: 'a click', hasTouch: false },
    { how: 'a tap', hasTouch: true },
    { how: 'the keyboard', hasTouch: false },
  ])('closes the menu at once by $how, also on its own page [M-207]', async ({ how, hasTouch }) => {
    for (const path of ['/', LEAF]) {
      await atWidths([360, 1280], { path, hasTouch }, async ({ page, ...menu }) => {
        // The next page never arrives, so it cannot be what closes the menu.
        await page.route(url + LEAF, (route) => route.fulfill({ status: 204 }))
        for (const step of [menu.button, menu.summary, menu.leaf]) {
          if (how === 'the keyboard') await step.press('Enter')
          else if (hasTouch) await step.tap()
          else await step.click()
        }
        await untilHidden(menu.panel)
        expect(await menu.button.getAttribute('aria-expanded')).toBe('false')
        await page.unrouteAll({ behavior: 'wait' })
      })
    }
  })

  test('that opens in another tab leaves the menu open', async () => {
    const { page, button, panel, summary, leaf, close } = await openMenuPage(1280)
    await button.click()
    await summary.click()
    const opened = page.context().waitForEvent('page')
    await leaf.click({ modifiers: ['ControlOrMeta'] })
    await (await opened).waitForURL(url + LEAF)
    expect(await panel.isVisible()).toBe(true)
    await close()
  })

  test('is marked on its own page', async () => {
    const { button, summary, leaf, close } = await openMenuPage(1280, { path: LEAF })
    await button.click()
    await summary.click()
    expect(await leaf.getAttribute('aria-current')).toBe('page')
    await close()
  })
})

describe('a mouse that hovers over a group', () => {
  test('opens it beside the list, and a click then keeps it open', async () => {
    await atWidths(WIDE, {}, async ({ button, summary, leaf, group }) => {
      await button.click()
      await summary.hover()
      await leaf.waitFor({ state: 'visible', timeout: 5_000 })
      await summary.click()
      expect(await group.getAttribute('open')).not.toBeNull()
      await summary.click()
      expect(await group.getAttribute('open')).toBeNull()
    })
  })

  test('opens nothing in a narrow window', async () => {
    const { page, button, summary, leaf, close } = await openMenuPage(576)
    await button.click()
    await page.clock.install()
    await summary.hover()
    // Longer than a mouse has to rest in a wide window.
    await page.clock.runFor(400)
    expect(await leaf.isVisible()).toBe(false)
    await close()
  })

  test('is distinguished from touch', async () => {
    const { button, summary, leaf, group, close } = await openMenuPage(1280, { hasTouch: true })
    await button.tap()
    await summary.tap()
    expect(await leaf.isVisible()).toBe(true)
    await summary.tap()
    expect(await group.getAttribute('open')).toBeNull()
    await close()
  })
})

describe('the keyboard', () => {
  test.each(READERS)('moves through button, groups and links in order, $reader', async (reader) => {
    const { page, button, panel, leaf, summary, close } = await openMenuPage(1280, reader)
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const text = await page.evaluate('document.activeElement.textContent')
    expect(text).toBe(await summary.textContent())
    await page.keyboard.press('Space')
    await leaf.waitFor({ state: 'visible' })
    await page.keyboard.press('Tab')
    const first = summary.locator('xpath=..').locator('> ul :is(a, summary)').first()
    const next = await page.evaluate('document.activeElement.textContent')
    expect(next).toBe(await first.textContent())
    await close()
  })

  test('closes one level with each Escape and returns the focus to what opened it [M-206, E76]', async () => {
    await atWidths([360, 1280], {}, async ({ page, button, panel, group, summary, leaf }) => {
      await button.press('Enter')
      await summary.press('Enter')
      await leaf.focus()
      await page.keyboard.press('Escape')
      expect(await group.getAttribute('open')).toBeNull()
      expect(await panel.isVisible()).toBe(true)
      expect(await focused(page)).toBe('SUMMARY')
      await page.keyboard.press('Escape')
      await untilHidden(panel)
      expect(await focused(page)).toBe('menu-button')
    })
  })

  test('closes the menu with Escape without scripts too', async () => {
    const { page, button, panel, close } = await openMenuPage(1280, { javaScriptEnabled: false })
    await button.press('Enter')
    await page.keyboard.press('Escape')
    await untilHidden(panel)
    await close()
  })

  test('closes the menu when the focus moves past it, and keeps the focus there', async () => {
    await atWidths([360, 1280], {}, async ({ page, button, panel, width }) => {
      await button.press('Enter')
      await page.locator('.menu-list > li > a').last().focus()
      await page.keyboard.press('Tab')
      await untilHidden(panel)
      const next = width < 1024 ? 'input[name=q]' : '.category-bar a'
      expect(await page.evaluate(`document.activeElement.matches('${next}')`)).toBe(true)
    })
  })
})

describe('a browser without popovers', () => {
  test('shows every group in the page, without errors', async () => {
    for (const width of [360, 1280]) {
      const { page, complaints, close } = await openPage(browser, {
        viewport: { width, height: 800 },
        serviceWorkers: 'block',
      })
      // As in such a browser, neither the attribute nor the selector has any effect.
      await page.route(`${url}/`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(' popover="auto"', '')
        await route.fulfill({ response, body })
      })
      await page.route('**/*.css', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(':popover-open', ':unknown-here')
        await route.fulfill({ response, body })
      })
      await page.addInitScript('delete HTMLElement.prototype.popover')
      await page.goto(url)
      await untilHydrated(page)

      expect(await page.locator('.menu-button').isVisible()).toBe(false)
      await page.locator('.menu-group > summary').nth(1).click()
      const leaf = page.locator(`.menu-group a[href="${LEAF}"]`)
      expect(await leaf.isVisible()).toBe(true)
      expect(
        await page.evaluate(
          'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
        ),
      ).toBe(true)
      expect(complaints).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      await leaf.click()
      await page.waitForURL(url + LEAF)
      await close()
    }
  })
})
