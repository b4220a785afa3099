import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { buildFewHits } from '../support/pages/page-builders.ts'
import { EVERY_KIND, type Kind, openHydrated } from '../support/site/every-page-kind.ts'

const { url } = inject('site')

let browser: Browser
let axe: string

beforeAll(async () => {
  browser = await launchBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(() => browser.close())

const NARROW = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }
const COLORS = ['light', 'dark'] as const

/** Best practices and the size of targets, in addition to axe's default rules. */
const EVERYTHING = { rules: { 'target-size': { enabled: true } } }
/** The rules whose result depends on colours. */
const COLORS_ONLY = { runOnly: ['cat.color'] }

async function openForAxe(kind: Kind): Promise<WatchedPage> {
  // Axe is a script that these tests add. The site's policy would refuse it, as it should.
  const watched = await openPage(browser, { bypassCSP: true, reducedMotion: 'reduce' })
  await openHydrated(watched.page, kind)
  await watched.page.evaluate(axe)
  return watched
}

/** @returns the faults that axe found, with their elements */
async function findFaults(page: Page, options: object, within = 'html'): Promise<string[]> {
  return page.evaluate<string[]>(`axe
    .run(${JSON.stringify(within)}, ${JSON.stringify(options)})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary)))`)
}

describe('axe finds nothing, narrow or wide, light or dark, on [E77]', () => {
  test.each(EVERY_KIND)('%s', async (kind) => {
    const { page, close } = await openForAxe(kind)
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await findFaults(page, EVERYTHING), `at ${size.width} px`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findFaults(page, COLORS_ONLY), `dark, at ${size.width} px`).toEqual([])
    }
    await close()
  })
})

describe('axe finds nothing in the header [E77]', () => {
  test.each([NARROW, WIDE])(
    'while the menu and the lists in it are open, $width px wide',
    async (size) => {
      const { page, close } = await openForAxe('subcategory')
      await page.setViewportSize(size)
      await page.locator('.menu-button').click()
      for (const level of ['.menu-group', '.menu-topics']) {
        await page.locator(`${level}:has([aria-current=page]) > summary`).click()
      }
      await page.locator('.menu-panel [aria-current=page]').waitFor()
      await expectNoFaultsInAnyColors(page)
      await close()
    },
  )

  test.each([NARROW, WIDE])('while titles are listed, $width px wide', async (size) => {
    const { page, close } = await openForAxe('home')
    await page.setViewportSize(size)
    await page.locator('.site-header input[name=q]').pressSequentially('how', { delay: 20 })
    await page.locator('.site-header [role=option]').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expectNoFaultsInAnyColors(page)
    await close()
  })

  test.each([NARROW, WIDE])('while similar titles are listed, $width px wide', async (size) => {
    const { page, close } = await openForAxe('home')
    await page.setViewportSize(size)
    const { total, hits, suggestions } = buildFewHits()
    await page.route('**/api/search?**', (route) =>
      route.fulfill({ json: { query: 'how', total, hits, suggestions } }),
    )
    await page.locator('.site-header input[name=q]').fill('how')
    await page.locator('.site-header [role=group] [role=option]').first().waitFor()
    // A suggestion with a reason.
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowDown')
    await expectNoFaultsInAnyColors(page)
    await close()
  })
})

async function expectNoFaultsInAnyColors(page: Page): Promise<void> {
  for (const colorScheme of COLORS) {
    await page.emulateMedia({ colorScheme })
    expect(await findFaults(page, EVERYTHING, '.site-header'), colorScheme).toEqual([])
  }
}

describe('axe finds nothing in what is current, with the pointer or the keyboard on it, on [E77]', () => {
  test.each(['home', 'subcategory', 'archive', 'letter', 'info'] as const)('%s', async (kind) => {
    const { page, close } = await openForAxe(kind)
    await page.setViewportSize(WIDE)
    const current = page.locator(
      ':is(main, .site-header nav, .site-footer) [aria-current]:visible:not(:has(img))',
    )
    const count = await current.count()
    for (const colorScheme of COLORS) {
      await page.emulateMedia({ colorScheme })
      for (let at = 0; at < count; at++) {
        const one = current.nth(at)
        await one.evaluate((element) => element.setAttribute('data-looked-at', ''))
        for (const act of ['hover', 'focus'] as const) {
          await one[act]()
          const faults = await findFaults(page, COLORS_ONLY, '[data-looked-at]')
          expect(faults, `${act}, ${colorScheme}`).toEqual([])
        }
        await one.evaluate((element) => element.removeAttribute('data-looked-at'))
      }
    }
    await close()
  })
})

test('axe finds nothing in an article of many tables [E77]', async () => {
  // Axe requires a tab index, but browsers make scrollable regions tab stops: see `tables.spec.ts`.
  const rules = { ...EVERYTHING.rules, 'scrollable-region-focusable': { enabled: false } }
  const { page, close } = await openPage(browser, { bypassCSP: true, reducedMotion: 'reduce' })
  await page.goto(`${url}/articles/places-for-emergency-cash-rated`)
  await untilHydrated(page)
  await page.evaluate(axe)
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size)
    expect(await findFaults(page, { rules }), `at ${size.width} px`).toEqual([])
  }
  await close()
})

test('axe finds a fault that is there', async () => {
  const { page, close } = await openForAxe('home')
  await page.evaluate(`document.querySelector('.site-header .logo').removeAttribute('alt')`)

  expect((await findFaults(page, EVERYTHING)).join('\n')).toMatch(/^image-alt: <img class="logo"/m)
  await close()
})
