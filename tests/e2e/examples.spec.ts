import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import {
  announced,
  approach,
  EXAMPLE_PATH,
  example,
  field,
  openExample,
  payment,
  row,
  slider,
} from '../support/browser/open-example.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { readArticlePages } from '../support/content/article-pages.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildPages } from '../support/pages/page-builders.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const OTHER_PATH = '/articles/how-a-broad-index-etf-works'
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }

describe('without scripts', () => {
  test('an example is a table with the right numbers, and no field or empty room', async () => {
    const { page, close } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(url + EXAMPLE_PATH)
    expect(await payment(page).textContent()).toBe('$2,022.62')
    expect(await row(page, 'Rate a year').allTextContents()).toEqual(['6.5%', '5.75%'])
    expect(await example(page).locator('input, button').count()).toBe(0)
    const [table, region] = [
      await example(page).locator('table').boundingBox(),
      await example(page).boundingBox(),
    ]
    expect((region?.height ?? 0) - (table?.height ?? 0)).toBeLessThan(4)
    await close()
  })
})

describe('the code of examples', () => {
  test('is in no page without one', async () => {
    const { page, close } = await openPage(browser, { viewport: WIDE, serviceWorkers: 'block' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(url + OTHER_PATH)
    await untilHydrated(page)
    await page.keyboard.press('End')
    expect(requested.filter((address) => address.includes('open-examples'))).toEqual([])
    await close()
  })

  test('is loaded when the first one comes near, and not before', async () => {
    const { page, close } = await openPage(browser, {
      viewport: { width: 1280, height: 300 },
      serviceWorkers: 'block',
    })
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('open-examples')) loads.push(request.url())
    })
    await page.goto(url + EXAMPLE_PATH)
    await untilHydrated(page)
    expect(loads).toEqual([])
    await approach(page)
    expect(loads).toHaveLength(1)
    const code = await fetch(loads[0] ?? '').then((answer) => answer.arrayBuffer())
    expect(gzipSync(Buffer.from(code), { level: 9 }).length).toBeLessThanOrEqual(3_072)
    await close()
  })

  test('leaves the table as it is when it cannot be loaded, and loads later', async () => {
    const { page, close } = await openPage(browser, { viewport: WIDE, serviceWorkers: 'block' })
    await page.route(/open-examples/, (route) => route.abort())
    await page.goto(url + EXAMPLE_PATH)
    await untilHydrated(page)
    const refused = page.waitForEvent('requestfailed')
    await example(page).scrollIntoViewIfNeeded()
    await refused
    expect(await payment(page).textContent()).toBe('$2,022.62')
    await page.unroute(/open-examples/)
    await page.keyboard.press('End')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await approach(page)
    await close()
  })
})

describe('a reader', () => {
  test('changes a number, and the results follow while they type', async () => {
    const { page, complaints, close } = await openExample(browser)
    await field(page, /^Years Longer/).fill('20')
    expect(await payment(page).textContent()).toBe('$2,385.83')
    expect(await row(page, 'Monthly payment').nth(1).textContent()).toBe('$2,657.31')
    await field(page, /^Amount/).fill('100000')
    expect(await row(page, 'Monthly payment').allTextContents()).toEqual(['$745.57', '$830.41'])
    expect(await field(page, /^Amount/).inputValue()).toBe('100000')
    await page.keyboard.press('Tab')
    expect(await field(page, /^Amount/).inputValue()).toBe('$100,000')
    expect(complaints).toEqual([])
    await close()
  })

  test('moves a slider, which the field follows, and the slider follows the field', async () => {
    const { page, close } = await openExample(browser)
    await slider(page, /^Rate a year Longer/).focus()
    await page.keyboard.press('ArrowRight')
    expect(await field(page, /^Rate a year Longer/).inputValue()).toBe('6.625%')
    expect(await payment(page).textContent()).toBe('$2,049.00')
    await field(page, /^Rate a year Longer/).fill('7')
    expect(await slider(page, /^Rate a year Longer/).inputValue()).toBe('7')
    expect(await slider(page, /^Rate a year Longer/).getAttribute('aria-valuetext')).toBe('7.0%')
    await close()
  })

  test.each(['-1', '41', 'thirty', '', '3O', '1e9', '12,34,56'])(
    'types %j, is told the limits, and keeps the last right results',
    async (typed) => {
      const { page, close } = await openExample(browser)
      const years = field(page, /^Years Longer/)
      await years.fill('20')
      await years.fill(typed)
      expect(await payment(page).textContent()).toBe('$2,385.83')
      expect(await years.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => announced(page)).toBe('Write a number from 1 to 40.')
      const described = await years.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
        'Write a number from 1 to 40.',
      )
      await page.keyboard.press('Tab')
      expect(await years.inputValue()).toBe(typed)
      await years.fill('40')
      expect(await years.getAttribute('aria-invalid')).toBe('false')
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe('')
      await close()
    },
  )

  test('hears the results once, when typing pauses', async () => {
    const { page, close } = await openExample(browser)
    await untilHydrated(page)
    await page.evaluate(`{
      window.heard = []
      const announcer = document.getElementById('gatsby-announcer')
      new MutationObserver(() => heard.push(announcer.textContent)).observe(announcer, { childList: true })
    }`)
    await field(page, /^Years Longer/).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('25')
    await expect
      .poll(() => page.evaluate('heard'))
      .toEqual([
        expect.stringMatching(/^Monthly payment, Longer loan: \$2,160\.66; Principal .+; Owed .+/),
      ])
    await close()
  })

  test('brings the numbers of the article back', async () => {
    const { page, close } = await openExample(browser)
    const before = await example(page).locator('tbody').innerText()
    await field(page, /^Years Longer/).fill('20')
    await field(page, /^Amount/).fill('nothing')
    await example(page).getByRole('button', { name: 'Reset' }).click()
    expect(await field(page, /^Years Longer/).inputValue()).toBe('30')
    expect(await field(page, /^Amount/).inputValue()).toBe('$320,000')
    expect(await example(page).locator('tbody').innerText()).toBe(before)
    await close()
  })

  test('may type before React comes, and goes on typing', async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: WIDE, isStill: true })
    await page.goto(`${url + EXAMPLE_PATH}#two-loans?long=20`)
    await field(page, /^Years Longer/).waitFor()
    await field(page, /^Years Longer/).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2')
    await untilHydrated(page)
    await page.keyboard.type('5')
    expect(await field(page, /^Years Longer/).inputValue()).toBe('25')
    expect(await payment(page).textContent()).toBe('$2,160.66')
    expect(complaints).toEqual([])
    await close()
  })

  test('sends nothing anywhere', async () => {
    const { page, close } = await openExample(browser, { serviceWorkers: 'block' })
    await untilHydrated(page)
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await field(page, /^Amount/).fill('123456')
    await page.keyboard.press('Tab')
    await expect.poll(() => announced(page)).not.toBe('')
    expect(requests.filter((address) => address.includes('123456'))).toEqual([])
    expect(page.url()).toBe(url + EXAMPLE_PATH)
    await close()
  })

  test('who saves data, and whose page is translated, changes numbers as well', async () => {
    const { page, close } = await openPage(browser, { viewport: WIDE })
    await page.addInitScript(
      `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
    )
    await page.goto(url + EXAMPLE_PATH)
    await page.evaluate(`{
      document.documentElement.lang = 'de'
      for (const cell of document.querySelectorAll('#two-loans :is(td, th)')) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let text; (text = texts.nextNode()); ) {
          if (text.parentElement.localName === 'font') continue
          const [outer, inner] = [document.createElement('font'), document.createElement('font')]
          text.replaceWith(outer)
          outer.append(inner)
          inner.append(text)
        }
      }
    }`)
    await approach(page)
    await field(page, /^Years Longer/).fill('20')
    expect(await payment(page).textContent()).toBe('$2,385.83')
    expect(await page.locator('html').getAttribute('data-hydrated')).toBeNull()
    await close()
  })

  test('prints their own numbers, without the controls', async () => {
    const { page, close } = await openExample(browser)
    await field(page, /^Years Longer/).fill('20')
    await page.emulateMedia({ media: 'print' })
    expect(await field(page, /^Years Longer/).isVisible()).toBe(true)
    expect(await slider(page, /^Rate/).first().isVisible()).toBe(false)
    expect(await example(page).getByRole('button').first().isVisible()).toBe(false)
    await close()
  })

  test('is told in words where there is no result', async () => {
    const { page, close } = await openPage(browser, { viewport: PHONE, serviceWorkers: 'block' })
    const { html } = renderMarkdown(
      `: Trouble {#trouble example}

| Part | Value |
|---|---|
| Payment | [100](<input: payment, 0 to 1000>) |
| Months | [12](<calc: ceil(nper(1000, 2%, payment))>) |
| Share | [10](<calc: 1000 / payment>) |
| Root | [5](<calc: (payment - 75) ^ 0.5>) |
| Much | [100](<calc: if(payment = 100, 100, 10 ^ 20)>) |
`,
      'Trouble',
      'en_US',
    )
    const model = { ...buildPages().article, path: '/articles/trouble' }
    await serveMadePage(page, url, { ...model, article: { ...model.article, bodyHtml: html } })
    await page.goto(`${url}/articles/trouble`)
    const results = page.locator('#trouble [data-calc]')
    await page.locator('#trouble').scrollIntoViewIfNeeded()
    const payment = page.locator('#trouble').getByRole('textbox', { name: 'Payment' })
    await payment.fill('0')
    expect(await results.allTextContents()).toEqual([
      'never paid off',
      'divides by zero',
      'no result',
      'too large',
    ])
    await payment.fill('100')
    expect(await results.allTextContents()).toEqual(['12', '10', '5', '100'])
    await close()
  })
})

/** The decimal keys of phones are those of their language. */
test.each([
  ['ru_RU', 'ipoteka', /^Ставка/, ['12,5', '12.5'], '12,5%'],
  ['tr_TR', 'konut-kredisi', /^Aylık faiz/, ['2,5', '2.5'], '%2,50'],
] as const)(
  'in %s a phone has the keys of a number, and its comma is understood',
  async (locale, word, name, typings, printed) => {
    const { shell, pages } = await readArticlePages(locale)
    const model = pages.find(({ path }) => path.includes(word))
    if (!model) throw new Error('There is such an article')
    const { page, close } = await openPage(browser, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
    })
    await serveMadePage(page, url, model, shell)
    await page.goto(url + model.path)
    await page.locator('[data-example]').first().scrollIntoViewIfNeeded()
    const rate = page.getByRole('textbox', { name }).first()
    expect(await rate.getAttribute('inputmode')).toBe('decimal')
    const results: string[] = []
    for (const typed of typings) {
      await rate.fill('1')
      await rate.fill(typed)
      results.push(await page.locator('[data-calc]').first().innerText())
      await rate.blur()
      expect(await rate.inputValue()).toBe(printed)
    }
    expect(new Set(results).size).toBe(1)
    await close()
  },
)
